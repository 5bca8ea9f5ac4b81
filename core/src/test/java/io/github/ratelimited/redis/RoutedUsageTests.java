package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateType;
import io.github.ratelimited.batch.BatchingStore;
import io.github.ratelimited.denial.DenialCacheStore;
import io.github.ratelimited.failover.BreakerStore;
import io.github.ratelimited.failover.FailurePolicyStore;
import io.github.ratelimited.failover.LocalShare;
import io.github.ratelimited.lease.LeaseLength;
import io.github.ratelimited.lease.LeaseStore;
import io.github.ratelimited.limiter.StoreRateLimiters;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limiters are named after their failure policies. */
class RoutedUsageTests {

    private static final RateLimit FOUR = RateLimit.of(4, Duration.ofHours(1));
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final TestClock clock = new TestClock();
    private final BreakableStore redis = new BreakableStore(counting(Basis.STORE));
    private final ScheduledExecutorService timer = StoreRateLimiters.timer();
    private final BreakerStore breaker = new BreakerStore(redis, Duration.ofHours(1), timer, LimiterObserver.NONE);
    private final LocalStore perClient = counting(Basis.STORE);

    private LocalStore counting(Basis basis) {
        return new LocalStore(clock::micros, basis, 100);
    }

    private StoreDriver driver(String limiter, LocalShare share) {
        FailurePolicyStore failurePolicies = new FailurePolicyStore(
                new BatchingStore(breaker, Duration.ofSeconds(5), LimiterObserver.NONE),
                counting(Basis.LOCAL),
                name -> FailurePolicy.valueOf(name.toUpperCase(Locale.ROOT)),
                share);
        DenialCacheStore denials = new DenialCacheStore(failurePolicies, clock::micros, SECOND, SECOND);
        return new StoreDriver(
                new RoutingStore(denials, perClient, () -> false),
                new RoutedUsage(perClient, redis, breaker, failurePolicies, denials, null),
                limiter,
                "alice");
    }

    private StoreDriver driver(String limiter) {
        return driver(limiter, LocalShare.WHOLE);
    }

    @AfterEach
    void end() {
        timer.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "open", "closed"})
    void failsToReadWhileRedisCannotAnswerWhateverThePolicy(String policy) {
        StoreDriver limiter = driver(policy);
        assertThat(limiter.usage(FOUR).remaining()).isEqualTo(4);
        redis.broken = true;
        assertThat(limiter.uses().usage(limiter.demand(FOUR, 0)).toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(RateLimiterUnavailableException.class);
    }

    @Test
    void releasesByThePolicyDuringAnOutage() {
        redis.broken = true;
        StoreDriver local = driver("local");
        local.take(FOUR, 4);
        local.release(FOUR, 1);
        assertThat(local.take(FOUR, 1)).isTrue();
        assertThat(local.take(FOUR, 1)).isFalse();
        StoreDriver open = driver("open");
        open.release(FOUR, 1);
        StoreDriver closed = driver("closed");
        assertThat(closed.uses().release(closed.demand(FOUR, 1)).toCompletableFuture())
                .isCompletedExceptionally();
    }

    @Test
    void releasesMoreThanTheShareOfThisProcess() {
        redis.broken = true;
        StoreDriver half = driver("local", new LocalShare(0.5));
        half.take(FOUR, 2);
        half.release(FOUR, 4);
        assertThat(half.take(FOUR, 2)).isTrue();
    }

    @Test
    void resetForgetsWhatIsCountedHereAndTellsWhereRedisCannotForget() {
        redis.broken = true;
        StoreDriver local = driver("local");
        local.take(FOUR, 4);
        assertThat(local.uses().reset(local.demand(FOUR, 0)).toCompletableFuture())
                .isCompletedExceptionally();
        assertThat(local.take(FOUR, 4)).isTrue();
    }

    @Test
    void aBlockHoldsHereDuringAnOutageAndTellsWhereRedisCannotBlock() {
        StoreDriver local = driver("local", new LocalShare(0.5));
        local.block(FOUR, Duration.ofHours(2));
        redis.broken = true;
        assertThat(local.decide(FOUR, 1, 0).blocked()).isTrue();

        StoreDriver bob = local.withKey("bob");
        assertThat(bob.uses().block(bob.demand(FOUR, 0), SECOND).toCompletableFuture())
                .isCompletedExceptionally();
        assertThat(bob.decide(FOUR, 1, 0).blocked()).isTrue();
    }

    @Test
    void aBlockIsToldInThePlaceOfARejectionThatWasRemembered() {
        StoreDriver closed = driver("closed");
        closed.take(FOUR, 4);
        assertThat(closed.decide(FOUR, 1, 0).blocked()).isFalse();
        closed.block(FOUR, Duration.ofHours(2));
        assertThat(closed.decide(FOUR, 1, 0).blocked()).isTrue();
        closed.block(FOUR, Duration.ZERO);
        assertThat(closed.decide(FOUR, 1, 0).blocked()).isFalse();
    }

    @Test
    void asksNothingOfAServerThatIsKnownNotToAnswer() {
        redis.broken = true;
        StoreDriver closed = driver("closed");
        for (int i = 0; i < 4; i++) {
            Demand demand = closed.demand(FOUR, 1);
            assertThat(closed.store()
                            .acquire(new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(SECOND)))
                            .toCompletableFuture())
                    .isCompletedExceptionally();
        }
        CompletableFuture<?> answer =
                closed.uses().usage(closed.demand(FOUR, 0)).toCompletableFuture();
        assertThat(answer).isCompletedExceptionally();
        assertThat(redis.questions).isZero();
    }

    @Test
    void changesDropTheRejectionsThatAreRemembered() {
        StoreDriver closed = driver("closed");
        closed.take(FOUR, 4);
        assertThat(closed.take(FOUR, 1)).isFalse();
        closed.release(FOUR, 1);
        clock.advance(1);
        assertThat(closed.take(FOUR, 1)).isTrue();
        assertThat(closed.take(FOUR, 1)).isFalse();
        closed.reset(FOUR);
        clock.advance(1);
        assertThat(closed.take(FOUR, 4)).isTrue();
    }

    @Test
    void limitsOfEachClientAreCountedHere() {
        RateLimit own = FOUR.withType(RateType.PER_CLIENT);
        redis.broken = true;
        StoreDriver closed = driver("closed");
        closed.take(own, 4);
        assertThat(closed.usage(own).remaining()).isZero();
        closed.release(own, 1);
        assertThat(closed.usage(own).remaining()).isEqualTo(1);
        closed.reset(own);
        assertThat(closed.usage(own).remaining()).isEqualTo(4);
        assertThat(redis.questions).isZero();
    }

    @Test
    void whatIsLeasedGoesBackBeforeABlockAndAReset() {
        AtomicLong held = new AtomicLong();
        LimiterObserver observer = new LimiterObserver() {
            @Override
            public void leased(String limiter, long permits) {
                held.addAndGet(permits);
            }

            @Override
            public void leaseEnded(String limiter, long spent, long back) {
                held.addAndGet(-spent - back);
            }
        };
        LeaseStore leases = new LeaseStore(
                perClient,
                perClient,
                Map.of("hot", new LeaseLength(SECOND)),
                SECOND,
                timer,
                observer,
                () -> clock.micros() * 1000);
        RoutedUsage usage = new RoutedUsage(
                perClient,
                redis,
                breaker,
                new FailurePolicyStore(perClient, perClient, name -> FailurePolicy.OPEN, LocalShare.WHOLE),
                null,
                leases);
        Demand demand = new Demand("hot", "", RateLimit.of(1_000, Duration.ofHours(1)), 1);
        for (Consumer<Demand> change :
                List.<Consumer<Demand>>of(changed -> usage.block(changed, Duration.ZERO), usage::reset)) {
            IntStream.range(0, 10)
                    .mapToObj(i -> new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(SECOND)))
                    .forEach(request -> leases.acquire(request.spending(), (grant, failure) -> {}));
            assertThat(held).hasPositiveValue();
            change.accept(demand);
            assertThat(held).hasValue(0);
        }
    }
}
