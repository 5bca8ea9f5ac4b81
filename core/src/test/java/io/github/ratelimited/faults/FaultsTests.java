package io.github.ratelimited.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.launcher.RedisReplyException;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.RedisServerBuilder;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One fault after another on a real server, under steady calls: what they see, what is granted, when it is over. */
class FaultsTests {

    private static final long RATE = FaultyRedis.LIMIT.rate();
    private static final long MOST_IN_A_BATCH = 128;
    private static final Duration RECOVERY = Duration.ofSeconds(20);

    /**
     * What a fault can take along: nothing; answers on their way, or those too late to be used and given back to a Redis
     * that writes nothing any more; or all that Redis has counted.
     */
    enum Loses {
        NOTHING,
        ANSWERS,
        STATE
    }

    /**
     * A fault that keeps Redis from deciding.
     *
     * @param server what it needs
     * @param begin begins it
     * @param end ends it
     * @param loses what is gone after it
     */
    record Fault(
            String name,
            RedisServerBuilder server,
            Consumer<FaultyRedis> begin,
            Consumer<FaultyRedis> end,
            Loses loses) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Fault fault(String name, Consumer<FaultyRedis> begin, Consumer<FaultyRedis> end) {
        return new Fault(name, RedisServer.builder(), begin, end, Loses.NOTHING);
    }

    private static Fault refusal(String name, Consumer<FaultyRedis> begin, Consumer<FaultyRedis> end) {
        return new Fault(name, RedisServer.builder(), begin, end, Loses.ANSWERS);
    }

    private static void command(FaultyRedis redis, String... words) {
        redis.server.redis().command(words);
    }

    static Stream<Fault> faults() {
        return Stream.of(
                fault(
                        "CLIENT PAUSE",
                        redis -> command(redis, "CLIENT", "PAUSE", "4000", "ALL"),
                        redis -> command(redis, "PING")),
                fault("SIGSTOP and SIGCONT", redis -> redis.server.pause(), redis -> redis.server.resume()),
                new Fault(
                        "kill -9 and restart without persistence",
                        RedisServer.builder(),
                        redis -> redis.server.kill(),
                        redis -> redis.server.restart(),
                        Loses.STATE),
                new Fault(
                        "kill -9 and restart with persistence",
                        RedisServer.builder().setting("appendonly", "yes").setting("appendfsync", "always"),
                        redis -> redis.server.kill(),
                        redis -> redis.server.restart(),
                        Loses.ANSWERS),
                fault(
                        "answers that take 300 ms",
                        redis -> redis.proxy.delay(Duration.ofMillis(300)),
                        redis -> redis.proxy.delay(Duration.ZERO)),
                new Fault(
                        "half-open connections",
                        RedisServer.builder(),
                        redis -> redis.proxy.cutOff(),
                        redis -> redis.proxy.reconnect(),
                        Loses.ANSWERS),
                refusal("writes refused by MISCONF", FaultsTests::failToSave, FaultsTests::saveAgain),
                new Fault(
                        "a disk that is full",
                        RedisServer.builder().largestFile(256).setting("appendonly", "yes"),
                        FaultsTests::fillDisk,
                        FaultsTests::makeRoom,
                        Loses.ANSWERS),
                refusal(
                        "writes refused by OOM",
                        redis -> command(redis, "CONFIG", "SET", "maxmemory", "1"),
                        redis -> command(redis, "CONFIG", "SET", "maxmemory", "0")),
                refusal(
                        "writes refused by NOREPLICAS",
                        redis -> command(redis, "CONFIG", "SET", "min-replicas-to-write", "1"),
                        redis -> command(redis, "CONFIG", "SET", "min-replicas-to-write", "0")),
                new Fault(
                        "a password that has changed",
                        RedisServer.builder(),
                        FaultsTests::changePassword,
                        FaultsTests::takePasswordBack,
                        Loses.ANSWERS));
    }

    private static void fillDisk(FaultyRedis redis) {
        Awaitility.await().until(() -> {
            try {
                command(redis, "SET", "filler", "x".repeat(10_000));
                return false;
            } catch (RedisReplyException ex) {
                return ex.getMessage().startsWith("MISCONF Errors writing to the AOF file");
            }
        });
    }

    private static void makeRoom(FaultyRedis redis) {
        command(redis, "CONFIG", "SET", "appendonly", "no");
        command(redis, "CONFIG", "SET", "appendonly", "yes");
    }

    /** Also for a user who may write everywhere: a folder stands where the file should be. */
    private static void failToSave(FaultyRedis redis) {
        command(redis, "CONFIG", "SET", "save", "3600 1000000");
        file(redis).mkdir();
        save(redis, "err");
    }

    private static void saveAgain(FaultyRedis redis) {
        file(redis).delete();
        save(redis, "ok");
    }

    private static void save(FaultyRedis redis, String outcome) {
        command(redis, "BGSAVE");
        Awaitility.await()
                .until(() -> String.valueOf(redis.server.redis().command("INFO", "persistence"))
                        .contains("rdb_last_bgsave_status:" + outcome));
    }

    private static File file(FaultyRedis redis) {
        List<?> folder = (List<?>) redis.server.redis().command("CONFIG", "GET", "dir");
        return new File(String.valueOf(folder.get(1)), "dump.rdb");
    }

    private static void changePassword(FaultyRedis redis) {
        command(redis, "CONFIG", "SET", "requirepass", "other");
        try (var connection = redis.server.redis().connect()) {
            connection.command("AUTH", "other");
            connection.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        }
    }

    private static void takePasswordBack(FaultyRedis redis) {
        try (var connection = redis.server.redis().connect()) {
            connection.command("AUTH", "other");
            connection.command("CONFIG", "SET", "requirepass", "");
        }
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}: calls are limited in the process meanwhile, and by Redis soon after")
    @MethodSource("faults")
    void limitsInTheProcessMeanwhile(Fault fault) {
        try (FaultyRedis redis = new FaultyRedis(fault.server, FailurePolicy.LOCAL);
                Traffic traffic = Traffic.on(redis.limiter)) {
            traffic.await(50, call -> call.isGrantOf(Basis.STORE));
            fault.begin.accept(redis);
            traffic.await((int) RATE + 100, call -> call.isOf(Basis.LOCAL));
            fault.end.accept(redis);
            long over = System.nanoTime();
            traffic.await((int) RATE + 100, call -> call.isOf(Basis.STORE));
            traffic.end();

            assertThat(traffic.count(call -> call.failure() != null)).isZero();
            assertThat(traffic.grants(Basis.STORE)).isLessThanOrEqualTo(fault.loses == Loses.STATE ? 2 * RATE : RATE);
            assertThat(traffic.grants(Basis.LOCAL)).isEqualTo(RATE);
            assertThat(traffic.untilStoreAfter(over)).isLessThan(RECOVERY);
            assertNothingIsLost(redis, traffic, fault);
            System.out.printf(
                    "%s: %d decided in the process, slowest call %d ms, Redis decides %d ms after the end%n",
                    fault,
                    traffic.count(call -> call.isOf(Basis.LOCAL)),
                    traffic.slowest().toMillis(),
                    traffic.untilStoreAfter(over).toMillis());
        }
    }

    /** Redis counts what callers were granted there, once what it granted too late has come back. */
    private static void assertNothingIsLost(FaultyRedis redis, Traffic traffic, Fault fault) {
        if (fault.loses != Loses.STATE) {
            long lost = fault.loses == Loses.ANSWERS ? MOST_IN_A_BATCH : 0;
            Awaitility.await()
                    .atMost(RECOVERY)
                    .untilAsserted(() -> assertThat(redis.booked())
                            .isBetween(traffic.grants(Basis.STORE), traffic.grants(Basis.STORE) + lost));
        }
    }

    @Test
    void openLetsAllThroughAndClosedFailsThemWithTheDocumentedException() {
        for (FailurePolicy policy : List.of(FailurePolicy.OPEN, FailurePolicy.CLOSED)) {
            try (FaultyRedis redis = new FaultyRedis(RedisServer.builder(), policy);
                    Traffic traffic = Traffic.on(redis.limiter)) {
                traffic.await(50, call -> call.isOf(Basis.STORE));
                redis.server.kill();
                traffic.await(500, call -> call.failure() != null || call.isOf(Basis.OPEN));
                redis.server.restart();
                traffic.await(50, call -> call.isOf(Basis.STORE));
                traffic.end();
                assertThat(traffic.count(call -> call.failure() != null))
                        .isEqualTo(traffic.count(call -> call.failure() instanceof RateLimiterUnavailableException))
                        .satisfies(failed -> assertThat(failed > 0).isEqualTo(policy == FailurePolicy.CLOSED));
                assertThat(traffic.count(call -> call.isOf(Basis.OPEN)))
                        .isEqualTo(traffic.count(call -> call.isGrantOf(Basis.OPEN)));
            }
        }
    }
}
