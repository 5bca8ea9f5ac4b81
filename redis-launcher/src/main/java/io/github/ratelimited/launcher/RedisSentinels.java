package io.github.ratelimited.launcher;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * A master with two replicas, watched by three sentinels, each a {@link RedisServer} of its own. A replica becomes the
 * master about 2 s after the old one is gone. Safe for several threads.
 */
public final class RedisSentinels implements AutoCloseable {

    /** What the sentinels call the master. */
    public static final String MASTER_NAME = "main";

    private static final int REPLICAS = 2;
    private static final int SENTINELS = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Those that have started. */
    private final List<RedisServer> servers = new CopyOnWriteArrayList<>();

    private final List<RedisServer> sentinels = new CopyOnWriteArrayList<>();

    private RedisSentinels() {}

    /**
     * {@return running servers, whose sentinels know each other and both replicas}
     *
     * @throws IllegalStateException when one of them does not start or they do not find each other
     */
    public static RedisSentinels start() {
        return start(RedisServer::builder);
    }

    static RedisSentinels start(Supplier<RedisServerBuilder> server) {
        RedisSentinels sentinels = new RedisSentinels();
        try {
            sentinels.startAll(server);
            sentinels.heal();
        } catch (RuntimeException failed) {
            sentinels.close();
            throw failed;
        }
        return sentinels;
    }

    private void startAll(Supplier<RedisServerBuilder> server) {
        RedisServer master = server.get().start();
        servers.add(master);
        while (servers.size() <= REPLICAS) {
            servers.add(server.get()
                    .setting("replicaof", RedisServer.HOST + " " + master.port())
                    .start());
        }
        // A sentinel that finds both at its first look need not look again.
        awaitReplicas(servers);
        while (sentinels.size() < SENTINELS) {
            RedisServer sentinel = sentinelOf(master, server.get());
            sentinels.add(sentinel);
            hurry(sentinel);
        }
    }

    private static RedisServer sentinelOf(RedisServer master, RedisServerBuilder builder) {
        return builder.setting(
                        "sentinel", "monitor " + MASTER_NAME + " " + RedisServer.HOST + " " + master.port() + " 2")
                .setting("sentinel", "down-after-milliseconds " + MASTER_NAME + " 1000")
                .setting("sentinel", "failover-timeout " + MASTER_NAME + " 5000")
                .start();
    }

    private static void hurry(RedisServer sentinel) {
        try {
            // Sentinels look at servers every 10 s and talk to each other every 2 s; tests need not wait for that.
            sentinel.redis().command("SENTINEL", "DEBUG", "INFO-PERIOD", "500", "PUBLISH-PERIOD", "200");
            // A sentinel that was put aside for longer than this does nothing for 30 s.
            sentinel.redis().command("SENTINEL", "DEBUG", "TILT-TRIGGER", "60000");
        } catch (RedisReplyException unknown) {
            // Redis 6.2 has no such command. There everything takes longer.
        }
    }

    /** {@return the server that is the master now, as the first sentinel says} */
    public RedisServer master() {
        List<?> address =
                (List<?>) sentinels.get(0).redis().command("SENTINEL", "get-master-addr-by-name", MASTER_NAME);
        String port = address == null ? "" : String.valueOf(address.get(1));
        return servers.stream()
                .filter(server -> String.valueOf(server.port()).equals(port))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The sentinels name a server on port " + port));
    }

    /** {@return where each sentinel listens, {@code 127.0.0.1:port}} */
    public List<String> addresses() {
        return sentinels.stream()
                .map(sentinel -> sentinel.host() + ":" + sentinel.port())
                .toList();
    }

    /** Lets frozen servers go on, starts dead ones again, and waits until all follow the one master. */
    public void heal() {
        servers.forEach(RedisServer::heal);
        sentinels.forEach(RedisServer::heal);
        Patience.await(
                "The sentinels did not see a master with " + REPLICAS + " replicas",
                TIMEOUT,
                () -> sentinels.stream().allMatch(RedisSentinels::isWell));
        awaitReplicas(servers);
    }

    /** Waits until the replicas have what the master has now. */
    public void awaitReplication() {
        RedisServer master = master();
        master.redis().command("SET", "replicated", "1");
        Patience.await(
                "Replicas did not receive what the master has",
                TIMEOUT,
                () -> Long.valueOf(REPLICAS).equals(master.redis().command("WAIT", String.valueOf(REPLICAS), "1000")));
    }

    private static void awaitReplicas(List<RedisServer> servers) {
        Patience.await(
                "Not " + REPLICAS + " servers were replicas",
                TIMEOUT,
                () -> servers.stream().filter(RedisSentinels::isReplica).count() == REPLICAS);
    }

    private static boolean isWell(RedisServer sentinel) {
        String info = String.valueOf(sentinel.redis().command("INFO", "sentinel"));
        return info.contains("status=ok") && info.contains("slaves=" + REPLICAS + ",sentinels=" + SENTINELS);
    }

    private static boolean isReplica(RedisServer server) {
        String info = String.valueOf(server.redis().command("INFO", "replication"));
        return info.contains("role:slave") && info.contains("master_link_status:up");
    }

    /** Ends all of them. */
    @Override
    public void close() {
        sentinels.forEach(RedisServer::close);
        servers.forEach(RedisServer::kill);
        servers.forEach(RedisServer::close);
    }
}
