package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisCluster;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.SlotMigration;
import io.github.ratelimited.redis.script.Script;
import io.github.ratelimited.redis.script.StateFormat;
import io.github.ratelimited.store.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SubscriptionMode;

/** The user that docs/servers.md describes has the rights it needs. */
class AclTests {

    private static final String DOCUMENT = document();
    private static final String USER = found("(?m)^user (ratelimited .*)$");

    private static String document() {
        try {
            return Files.readString(Path.of("../docs/servers.md"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String found(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(DOCUMENT);
        assertThat(matcher.find()).as("docs/servers.md has %s", pattern).isTrue();
        return matcher.group(1);
    }

    private static String more(String forWhat) {
        return " " + found("(?m)^- " + forWhat + ": `(.*)`$");
    }

    private static Config config() {
        return new Config()
                .setUsername("ratelimited")
                .setPassword("secret")
                .setThreads(2)
                .setNettyThreads(2);
    }

    private static <T extends BaseMasterSlaveServersConfig<T>> void mastersOnly(T servers) {
        servers.setReadMode(ReadMode.MASTER)
                .setSubscriptionMode(SubscriptionMode.MASTER)
                .setMasterConnectionMinimumIdleSize(1)
                .setSlaveConnectionMinimumIdleSize(1);
    }

    @Test
    void sufficesForEverythingOnOneServer() {
        try (RedisServer server = RedisServer.builder().setting("user", USER).start()) {
            Config config = config();
            config.useSingleServer().setAddress(server.url()).setConnectionMinimumIdleSize(1);
            assertSuffices(config, List.of(server));
        }
    }

    @Test
    void sufficesForAnotherDatabaseAndAName() {
        String user = USER + more("a database other than 0") + more("a client name");
        try (RedisServer server = RedisServer.builder().setting("user", user).start()) {
            Config config = config();
            config.useSingleServer()
                    .setAddress(server.url())
                    .setConnectionMinimumIdleSize(1)
                    .setDatabase(2)
                    .setClientName("limits");
            assertSuffices(config, List.of(server));
        }
    }

    @Test
    void sufficesForAMasterWithAReplica() {
        String user = USER + more("master and replicas without sentinels");
        try (RedisServer master = RedisServer.builder().setting("user", user).start();
                RedisServer replica = RedisServer.builder()
                        .setting("user", user)
                        .setting("replicaof", "127.0.0.1 " + master.port())
                        .start()) {
            Awaitility.await()
                    .until(() -> String.valueOf(replica.redis().command("INFO", "replication"))
                            .contains("master_link_status:up"));
            Config config = config();
            mastersOnly(config.useReplicatedServers().addNodeAddress(replica.url(), master.url()));
            assertSuffices(config, List.of(master, replica));
        }
    }

    @Test
    void sufficesForAClusterWhoseSlotsMove() {
        RedisCluster cluster = RedisCluster.shared();
        List<String> user = Stream.of((USER + more("Redis Cluster")).split(" ")).toList();
        List<String> command =
                Stream.concat(Stream.of("ACL", "SETUSER"), user.stream()).toList();
        for (RedisServer node : cluster.nodes()) {
            node.redis().command(command.toArray(String[]::new));
            node.redis().command("ACL", "LOG", "RESET");
        }
        Config config = config();
        mastersOnly(config.useClusterServers()
                .addNodeAddress(cluster.urls().toArray(String[]::new))
                .setScanInterval(1000));
        try (SlotMigration migration = SlotMigration.of(cluster, "{alice}")) {
            migration.begin();
            assertSuffices(config, cluster.nodes());
        } finally {
            cluster.nodes().forEach(node -> node.redis().command("ACL", "DELUSER", "ratelimited"));
        }
    }

    private static void assertSuffices(Config config, List<RedisServer> servers) {
        RedissonClient client = Redisson.create(config);
        try (RateLimiters limiters = RedisRateLimiters.builder(client)
                .timeout(Duration.ofSeconds(20))
                .onFailure(FailurePolicy.CLOSED)
                .build()) {
            for (Algorithm algorithm : Algorithm.values()) {
                useAll(limiters.declare(algorithm.name(), Limits.of(20, Duration.ofMinutes(1), algorithm)));
            }
            changeLimits(limiters.get("operated"));
            redeclare(limiters, client);
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> limiters.get("unknown").tryAcquire());
            assertThat(servers)
                    .allSatisfy(server -> assertThat(denied(server.redis())).isEmpty());
            assertThatExceptionOfType(RedisException.class)
                    .isThrownBy(() -> client.getBucket("other").get())
                    .withMessageContaining("NOPERM");
            assertThatExceptionOfType(RedisException.class)
                    .isThrownBy(() -> client.getKeys().flushall())
                    .withMessageContaining("NOPERM");
        } finally {
            client.shutdown();
        }
    }

    private static void redeclare(RateLimiters limiters, RedissonClient client) {
        Map<String, String> limits = client.getMap("ratelimited:limits", StringCodec.INSTANCE);
        for (int rate : new int[] {5, 9}) {
            limiters.declare("redeclared", RateLimit.of(rate, Duration.ofMinutes(1)));
            Awaitility.await()
                    .until(() -> String.valueOf(limits.get("redeclared")).contains("rate=" + rate));
        }
    }

    private static void useAll(RateLimiter limiter) {
        RateLimiter alice = limiter.forKey("alice");
        assertThat(alice.tryAcquire()).isTrue();
        alice.tryAcquire(20);
        alice.availablePermits();
        alice.release(1);
        alice.acquireAsync(1).toCompletableFuture().cancel(true);
        alice.reset();
        limiter.reset();
    }

    private static void changeLimits(RateLimiter limiter) {
        RateLimit limit = RateLimit.of(5, Duration.ofMinutes(1));
        assertThat(limiter.trySetRate(limit)).isTrue();
        limiter.setRate(limit);
        assertThat(limiter.tryAcquire()).isTrue();
        limiter.clearRate();
    }

    /** What was refused, but for the key on which Redisson tries out a script. */
    private static List<?> denied(Redis server) {
        List<?> entries = (List<?>) server.command("ACL", "LOG");
        return entries == null
                ? List.of()
                : entries.stream()
                        .filter(entry -> !String.valueOf(entry).contains("object, test1,"))
                        .toList();
    }

    @Test
    void namesEveryCommandOfTheScripts() {
        for (Script script : Script.values()) {
            for (Algorithm algorithm : Algorithm.values()) {
                Matcher commands =
                        Pattern.compile("redis\\.p?call\\('([A-Z]+)'").matcher(script.text(StateFormat.of(algorithm)));
                while (commands.find()) {
                    assertThat(USER.split(" ")).contains("+" + commands.group(1).toLowerCase(Locale.ROOT));
                }
            }
        }
    }
}
