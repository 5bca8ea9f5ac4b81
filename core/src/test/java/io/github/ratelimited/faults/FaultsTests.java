package io.github.ratelimited.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.launcher.RedisServer;
import java.time.Duration;
import java.util.List;
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

    @Tag("long")
    @ParameterizedTest(name = "{0}: calls are limited in the process meanwhile, and by Redis soon after")
    @MethodSource("io.github.ratelimited.faults.Fault#all")
    void limitsInTheProcessMeanwhile(Fault fault) {
        try (FaultyRedis redis = new FaultyRedis(fault.server(), FailurePolicy.LOCAL);
                Traffic traffic = Traffic.on(redis.limiter)) {
            traffic.await(50, call -> call.isGrantOf(Basis.STORE));
            fault.begin().accept(redis);
            traffic.await((int) RATE + 100, call -> call.isOf(Basis.LOCAL));
            fault.end().accept(redis);
            long over = System.nanoTime();
            traffic.await((int) RATE + 100, call -> call.isOf(Basis.STORE));
            traffic.end();

            assertThat(traffic.count(call -> call.failure() != null)).isZero();
            assertThat(traffic.grants(Basis.STORE))
                    .isLessThanOrEqualTo(fault.loses() == Fault.Loses.STATE ? 2 * RATE : RATE);
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
        if (fault.loses() != Fault.Loses.STATE) {
            long lost = fault.loses() == Fault.Loses.ANSWERS ? MOST_IN_A_BATCH : 0;
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
