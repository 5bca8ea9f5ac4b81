package io.github.ratelimited.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.observe.DecisionCounts;
import io.github.ratelimited.store.LimiterKey;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LimiterMetersTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(200);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TestObservationRegistry observations = TestObservationRegistry.create();
    private final DecisionCounts counts = new DecisionCounts("watching"::equals);
    private final LimiterMeters meters = new LimiterMeters(registry, observations, "local", counts);
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .clock(() -> Instant.EPOCH)
            .observer(meters)
            .build();
    private final RateLimiters counted = LocalRateLimiters.builder()
            .clock(() -> Instant.EPOCH)
            .observer(counts)
            .build();

    @AfterEach
    void close() {
        limiters.close();
        counted.close();
    }

    private double decisions(String limiter, String outcome) {
        return registry
                .find("ratelimited.decisions")
                .tags("limiter", limiter, "outcome", outcome, "basis", "store")
                .functionCounters()
                .stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    @Test
    void aMeterFilterThatThrowsCostsNoDecisionAndNoCount() {
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                throw new IllegalStateException("no such meter");
            }
        });
        RateLimiter limiter = counted.declare("api", RateLimit.of(1, MINUTE));
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).isFalse();
        assertThat(counts.of("api"))
                .containsEntry(DecisionCounts.Outcome.ALLOWED, 1L)
                .containsEntry(DecisionCounts.Outcome.DENIED, 1L);
    }

    @Test
    void countsPermitsThatWereTakenAhead() {
        meters.leased("hot", 10);
        meters.leased("hot", 5);
        meters.leaseEnded("hot", 7, 3);

        assertThat(leases("leased")).isEqualTo(15);
        assertThat(leases("used")).isEqualTo(7);
        assertThat(leases("returned")).isEqualTo(3);
    }

    private double leases(String outcome) {
        return registry.get("ratelimited.lease.permits")
                .tags("limiter", "hot", "outcome", outcome)
                .counter()
                .count();
    }

    @Test
    void sumsUpWhatCallsReallyUsed() {
        RateLimiter limiter = limiters.declare("tokens", RateLimit.of(100, MINUTE));
        limiter.hold(30, Duration.ZERO).settle(10);
        limiter.hold(30, Duration.ZERO).settle(25);
        limiter.hold(5, Duration.ZERO).settle(15);
        limiter.charge(2);
        Map<String, String> sums = new TreeMap<>();
        registry.find("ratelimited.settlements")
                .tag("limiter", "tokens")
                .summaries()
                .forEach(summary ->
                        sums.put(summary.getId().getTag("outcome"), summary.count() + " of " + summary.totalAmount()));
        assertThat(sums).isEqualTo(Map.of("refunded", "2 of 25.0", "charged", "2 of 12.0", "dropped", "0 of 0.0"));
    }

    @Test
    void countsBlocksAndTheRejectionsByThem() {
        for (RateLimiters of : List.of(limiters, counted)) {
            RateLimiter alice = of.declare("doors", RateLimit.of(5, MINUTE)).forKey("alice");
            alice.block(MINUTE);
            alice.tryAcquire();
            alice.tryAcquire();
        }

        assertThat(decisions("doors", "blocked")).isEqualTo(2);
        assertThat(decisions("doors", "denied")).isZero();
        assertThat(registry.get("ratelimited.blocks")
                        .tags("limiter", "doors", "where", "here")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void countsDecisionsByLimiterOutcomeAndBasis() {
        RateLimiter limiter = counted.declare("login", RateLimit.of(2, SHORT));
        limiter.forKey("alice").tryAcquire();
        limiter.forKey("alice").tryAcquire();
        limiter.forKey("alice").acquire();
        limiter.forKey("alice").tryAcquire();
        limiter.forKey("alice").tryAcquire();
        RateLimiter watching = counted.declare("watching", RateLimit.of(1, MINUTE));
        watching.tryAcquire();
        watching.tryAcquire();

        assertThat(decisions("login", "delayed")).isEqualTo(1);
        assertThat(decisions("login", "allowed")).isEqualTo(2);
        assertThat(decisions("login", "denied")).isEqualTo(2);
        assertThat(decisions("watching", "shadow_denied")).isEqualTo(1);
        assertThat(decisions("watching", "denied")).isZero();
        assertThat(counts.of("login")).containsEntry(DecisionCounts.Outcome.DELAYED, 1L);
        assertThat(counts.of("unknown").values()).containsOnly(0L);
    }

    @Test
    void countsDecisionsAsTheOnlyObserver() {
        SimpleMeterRegistry own = new SimpleMeterRegistry();
        try (RateLimiters alone = LocalRateLimiters.builder()
                .observer(new LimiterMeters(own, observations, "local"))
                .build()) {
            alone.declare("login", RateLimit.of(2, MINUTE)).tryAcquire();
        }

        assertThat(own.get("ratelimited.decisions")
                        .tags("limiter", "login", "outcome", "allowed")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void countsARequestThatAsksAgainOnce() {
        try (RateLimiters running = LocalRateLimiters.builder().observer(counts).build()) {
            RateLimiter narrow = running.declare("narrow", RateLimit.of(1, Duration.ofSeconds(1)));
            RateLimiter wide = running.declare("wide", RateLimit.of(9, MINUTE));
            narrow.tryAcquire();

            assertThat(running.decide(Map.of(narrow, 1L, wide, 1L), MINUTE).allowed())
                    .isTrue();
        }

        assertThat(decisions("narrow", "allowed") + decisions("narrow", "delayed"))
                .isEqualTo(2);
        assertThat(decisions("wide", "allowed") + decisions("wide", "delayed")).isEqualTo(1);
        assertThat(decisions("narrow", "denied")).isZero();
    }

    @Test
    void countsNamesThatAreMadeUpTogether() {
        RateLimit limit = RateLimit.of(1, MINUTE);
        IntStream.range(0, 1_010)
                .forEach(i -> counted.declare("name-" + i, limit).tryAcquire());

        assertThat(decisions(DecisionCounts.OTHERS, "allowed")).isEqualTo(10);
        assertThat(registry.find("ratelimited.decisions").functionCounters()).hasSize(1_001);
    }

    @Test
    void countsMadeUpNamesTogetherThatNothingWasDecidedFor() {
        IntStream.range(0, 1_010).forEach(i -> meters.blocked(new LimiterKey("name-" + i, ""), MINUTE, true));

        assertThat(registry.find("ratelimited.blocks").counters()).hasSize(1_001);
        assertThat(registry.get("ratelimited.blocks")
                        .tag("limiter", DecisionCounts.OTHERS)
                        .counter()
                        .count())
                .isEqualTo(10);
    }

    @Test
    void observesWaitsWithinTheObservationOfTheCaller() {
        RateLimiter limiter = limiters.declare("login", RateLimit.of(1, SHORT));
        Observation request = Observation.start("request", observations);
        request.scoped(() -> {
            limiter.acquire();
            limiter.acquire();
        });
        request.stop();

        // The caller may be woken first.
        Awaitility.await()
                .untilAsserted(() -> TestObservationRegistryAssert.assertThat(observations)
                        .hasNumberOfObservationsWithNameEqualTo("ratelimited.wait", 1)
                        .hasObservationWithNameEqualTo("ratelimited.wait")
                        .that()
                        .hasLowCardinalityKeyValue("limiter", "login")
                        .hasParentObservationEqualTo(request)
                        .hasBeenStopped());
    }

    @Test
    void tellsWhetherTheStoreIsCutOff() {
        assertThat(registry.get("ratelimited.circuit").gauge().value()).isZero();
        meters.circuit(true);
        assertThat(registry.get("ratelimited.circuit").gauge().value()).isEqualTo(1);
        meters.circuit(false);
        assertThat(registry.get("ratelimited.circuit").gauge().value()).isZero();
    }

    @Test
    void hasNoTagThatUsersFill() {
        limiters.declare("login", RateLimit.of(1, MINUTE)).forKey("alice").tryAcquire();
        counted.declare("login", RateLimit.of(1, MINUTE)).forKey("alice").tryAcquire();

        assertThat(registry.getMeters())
                .extracting(Meter::getId)
                .flatExtracting(Meter.Id::getTags)
                .extracting(Tag::getKey)
                .isSubsetOf(Set.of("limiter", "plan", "outcome", "basis", "store", "where"));
        assertThat(registry.getMetersAsString()).contains("login").doesNotContain("alice");
    }
}
