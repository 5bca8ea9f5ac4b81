package io.github.ratelimited.launcher;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Redis Cluster of three masters and three replicas, each a {@link RedisServer} of its own, also where an engine for
 * containers is there: a cluster tells its clients the addresses of its nodes, and those have to be the ones that
 * clients can reach. A replica takes over about 2 s after its master is gone. Safe for several threads.
 */
public final class RedisCluster implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;
    private static final Duration HEAL_TIMEOUT = Duration.ofSeconds(60);

    private static @Nullable RedisCluster shared;

    private final @Nullable ClusterBus bus;

    /** Those that have started. */
    private final List<RedisServer> nodes = new CopyOnWriteArrayList<>();

    private RedisCluster(@Nullable ClusterBus bus) {
        this.bus = bus;
    }

    /**
     * {@return a cluster that runs, and of which all nodes agree that it is well}
     *
     * @throws IllegalStateException when a node does not start or the nodes do not find each other
     */
    public static RedisCluster start() {
        return start(null, RedisCluster::node);
    }

    /**
     * {@return a cluster that runs, whose nodes can be {@linkplain #cutOff cut off} from each other}
     *
     * @throws IllegalStateException when a node does not start or the nodes do not find each other
     */
    public static RedisCluster startDivisible() {
        return start(new ClusterBus(), RedisCluster::node);
    }

    static RedisCluster start(@Nullable ClusterBus bus, Supplier<RedisServerBuilder> node) {
        RedisCluster cluster = new RedisCluster(bus);
        try {
            while (cluster.nodes.size() < 2 * MASTERS) {
                cluster.nodes.add(bus == null ? node.get().start() : bus.start(node.get()));
            }
            cluster.join();
        } catch (RuntimeException failed) {
            cluster.close();
            throw failed;
        }
        return cluster;
    }

    /**
     * {@return the one cluster that the tests of this JVM share, started by the first call} It ends with the JVM. A test
     * that harms it heals it.
     */
    public static synchronized RedisCluster shared() {
        if (shared == null) {
            shared = start();
        }
        return shared;
    }

    static RedisServerBuilder node() {
        return RedisServer.builder()
                .setting("cluster-enabled", "yes")
                .setting("cluster-announce-ip", RedisServer.HOST)
                .setting("cluster-node-timeout", "3000")
                .setting("cluster-replica-validity-factor", "0")
                .setting("repl-diskless-sync", "yes");
    }

    private void join() {
        for (int i = 0; i < nodes.size(); i++) {
            Redis node = nodes.get(i).redis();
            node.command("CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(i + 1));
            if (i < MASTERS) {
                // Not ADDSLOTSRANGE, which Redis 6.2 does not know.
                Stream<String> slots = IntStream.range(SLOTS * i / MASTERS, SLOTS * (i + 1) / MASTERS)
                        .mapToObj(String::valueOf);
                node.command(
                        Stream.concat(Stream.of("CLUSTER", "ADDSLOTS"), slots).toArray(String[]::new));
            }
            if (i > 0) {
                meet(nodes.get(i));
            }
        }
        await("know each other", () -> nodes.stream().allMatch(this::seesAll));
        for (int i = MASTERS; i < nodes.size(); i++) {
            String master = String.valueOf(nodes.get(i - MASTERS).redis().command("CLUSTER", "MYID"));
            nodes.get(i).redis().command("CLUSTER", "REPLICATE", master);
        }
        heal();
    }

    private void meet(RedisServer node) {
        int busPort = bus == null ? node.port() + ClusterBus.OFFSET : bus.portOf(node);
        nodes.get(0).redis().command("CLUSTER", "MEET", RedisServer.HOST, "" + node.port(), "" + busPort);
    }

    /**
     * Breaks the network between a master and all other nodes, its replica too, until {@link #heal()}. Clients still reach
     * it. A second later it notices and stops, and about another second later its replica takes over.
     *
     * @param master a master of a cluster that was started as divisible
     */
    public void cutOff(RedisServer master) {
        Objects.requireNonNull(bus, "Not divisible").cutOff(master);
        // Replicas come by the port for clients, so another lock keeps them out.
        nodes.stream()
                .filter(node -> node != master)
                .forEach(node -> node.redis().command("CONFIG", "SET", "masterauth", "cut off"));
        master.redis().command("CLIENT", "KILL", "TYPE", "replica");
    }

    /** {@return the six nodes, dead ones too; which of them are masters changes} */
    public List<RedisServer> nodes() {
        return Collections.unmodifiableList(nodes);
    }

    /** {@return the address of each node for clients, {@code redis://127.0.0.1:port}} */
    public List<String> urls() {
        return nodes.stream().map(RedisServer::url).toList();
    }

    /** {@return the slot of a key, 0 to 16383} */
    public int slotOf(String key) {
        Object slot = anyRunning().redis().command("CLUSTER", "KEYSLOT", key);
        return Integer.parseInt(String.valueOf(slot));
    }

    /**
     * {@return the master of the slot of a key, as the first running node sees it}
     *
     * @throws IllegalStateException while it has none
     */
    public RedisServer masterOf(String key) {
        int slot = slotOf(key);
        return ClusterNode.seenFrom(anyRunning()).stream()
                .filter(node -> node.isMaster() && node.owns(slot))
                .map(node -> serverOn(node.port()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No master for slot " + slot));
    }

    /** {@return another master than the one that serves a key} */
    public RedisServer otherMasterThan(String key) {
        RedisServer master = masterOf(key);
        return ClusterNode.seenFrom(anyRunning()).stream()
                .filter(node -> node.isMaster() && node.port() != master.port())
                .map(node -> serverOn(node.port()))
                .findFirst()
                .orElseThrow();
    }

    /** Lets frozen nodes go on, starts dead ones again, and waits until all agree that the cluster is well. */
    public void heal() {
        nodes.forEach(RedisServer::heal);
        if (bus != null) {
            bus.mend();
            nodes.forEach(node -> node.redis().command("CONFIG", "SET", "masterauth", ""));
        }
        await("become well", () -> nodes.stream().allMatch(this::isWell));
    }

    private boolean isWell(RedisServer server) {
        List<ClusterNode> seen = ClusterNode.seenFrom(server);
        return seesAll(server)
                && seen.stream().filter(ClusterNode::isReplica).count() == MASTERS
                && String.valueOf(server.redis().command("CLUSTER", "INFO")).contains("cluster_state:ok")
                && !String.valueOf(server.redis().command("INFO", "replication"))
                        .contains("master_link_status:down");
    }

    private boolean seesAll(RedisServer server) {
        List<ClusterNode> seen = ClusterNode.seenFrom(server);
        return seen.size() == nodes.size() && seen.stream().allMatch(ClusterNode::wellSeen);
    }

    private RedisServer anyRunning() {
        return nodes.stream()
                .filter(node -> node.isRunning() && (bus == null || !bus.isCutOff(node)))
                .findFirst()
                .orElseThrow();
    }

    private RedisServer serverOn(int port) {
        return nodes.stream().filter(node -> node.port() == port).findFirst().orElseThrow();
    }

    private void await(String what, BooleanSupplier condition) {
        try {
            Patience.await("The nodes of the cluster did not " + what, HEAL_TIMEOUT, condition);
        } catch (IllegalStateException failed) {
            StringBuilder views = new StringBuilder(String.valueOf(failed.getMessage()));
            nodes.stream()
                    .filter(RedisServer::isRunning)
                    .forEach(node -> views.append('\n')
                            .append(node.describe())
                            .append(":\n")
                            .append(node.redis().command("CLUSTER", "NODES")));
            throw new IllegalStateException(views.toString(), failed);
        }
    }

    /** Ends all nodes. */
    @Override
    public void close() {
        nodes.forEach(RedisServer::kill);
        nodes.forEach(RedisServer::close);
        if (bus != null) {
            bus.close();
        }
    }
}
