package io.github.ratelimited.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

@ParameterizedClass
@EnumSource(Place.class)
class ReactorRateLimiterTests {

    private static final RateLimit TWO = RateLimit.of(2, Duration.ofHours(1));

    @AutoClose
    private final Place.Opened opened;

    ReactorRateLimiterTests(Place place) {
        opened = place.open();
    }

    private ReactorRateLimiter view(RateLimit limit) {
        return ReactorRateLimiter.of(opened.limiter(limit));
    }

    @Test
    void asksNothingBeforeSubscription() {
        ReactorRateLimiter view = view(TWO);
        RateLimiter other = opened.undeclared();

        view.acquire();
        view.tryAcquire();
        view.decide(1, Duration.ZERO);
        view.call(Mono.just("called"));
        ReactorRateLimiter.of(other).trySetRate(TWO);
        ReactorRateLimiter.of(other).setRate(TWO);

        assertThat(view.limiter().availablePermits()).isEqualTo(2);
        assertThat(other.trySetRate(TWO)).isTrue();
    }

    @Test
    void eachSubscriptionTakesPermitsOfItsOwn() {
        Mono<Boolean> attempt = view(TWO).tryAcquire();

        StepVerifier.create(attempt.repeat(2)).expectNext(true, true, false).verifyComplete();
    }

    @Test
    void triesWithPermitsAndTimeouts() {
        ReactorRateLimiter view = view(TWO);

        StepVerifier.create(view.tryAcquire(2)).expectNext(true).verifyComplete();
        StepVerifier.create(view.tryAcquire(Duration.ofMillis(20)))
                .expectNext(false)
                .verifyComplete();
        StepVerifier.create(view.tryAcquire(1, Duration.ofMillis(-5)))
                .expectNext(false)
                .verifyComplete();
    }

    @Test
    void holdsAndCharges() {
        ReactorRateLimiter view = view(TWO);
        Mono<Hold> hold = view.hold(2, Duration.ZERO);
        StepVerifier.create(hold.flatMap(held -> Mono.fromCompletionStage(held.settleAsync(0))))
                .verifyComplete();
        StepVerifier.create(view.charge(3)).verifyComplete();
        StepVerifier.create(hold).verifyError(RateLimitExceededException.class);
        StepVerifier.create(view.charge(-1)).verifyError(IllegalArgumentException.class);
    }

    @Test
    void rejectionIsValue() {
        ReactorRateLimiter view = view(TWO);

        StepVerifier.create(view.decide(2, Duration.ZERO))
                .expectNextMatches(Decision::allowed)
                .verifyComplete();
        StepVerifier.create(view.decide(1, Duration.ZERO))
                .assertNext(decision -> {
                    assertThat(decision.allowed()).isFalse();
                    assertThat(decision.retryAfter()).isPositive();
                })
                .verifyComplete();
    }

    @Test
    void acquiresOnceThePermitsAreDue() {
        ReactorRateLimiter view = view(RateLimit.of(1, Duration.ofMillis(200)));

        long start = System.nanoTime();
        StepVerifier.create(view.acquire().then(view.acquire(1))).verifyComplete();

        assertThat(System.nanoTime() - start).isGreaterThan(199_000_000L);
    }

    @Test
    void cancellingGivesReservedPermitsBack() {
        ReactorRateLimiter view = view(RateLimit.of(1, Duration.ofSeconds(25)));
        assertThat(view.limiter().tryAcquire()).isTrue();

        for (Mono<?> wait : List.of(view.acquire(), view.tryAcquire(Duration.ofSeconds(30)))) {
            Disposable subscription = wait.subscribe();
            await().untilAsserted(() -> assertThat(nextTurn(view)).isGreaterThan(Duration.ofSeconds(25)));
            subscription.dispose();
            await().untilAsserted(() -> assertThat(nextTurn(view)).isLessThanOrEqualTo(Duration.ofSeconds(25)));
        }
    }

    private static Duration nextTurn(ReactorRateLimiter view) {
        return view.limiter().decide(1, Duration.ZERO).retryAfter();
    }

    @Test
    void callsOnlyWithPermit() {
        AtomicInteger calls = new AtomicInteger();
        ReactorRateLimiter view = view(TWO);
        Mono<Integer> limited = view.call(Mono.fromSupplier(calls::incrementAndGet));

        StepVerifier.create(limited.repeat())
                .expectNext(1, 2)
                .verifyErrorSatisfies(error -> assertThat(((RateLimitExceededException) error)
                                .getDecision()
                                .limiter())
                        .isEqualTo(view.limiter().name()));
        assertThat(calls).hasValue(2);
    }

    @Test
    void countsReleasesAndResets() {
        ReactorRateLimiter view = view(RateLimit.of(5, Duration.ofHours(1)));
        Mono<Long> available = view.availablePermits();

        StepVerifier.create(view.acquire(4).then(available)).expectNext(1L).verifyComplete();
        StepVerifier.create(view.release(2).then(available)).expectNext(3L).verifyComplete();
        StepVerifier.create(view.reset().then(available)).expectNext(5L).verifyComplete();
    }

    @Test
    void blocksAndLiftsBlocks() {
        ReactorRateLimiter view = view(TWO);
        Mono<Boolean> allowed = view.tryAcquire();

        StepVerifier.create(view.block(Duration.ofHours(1)).then(allowed))
                .expectNext(false)
                .verifyComplete();
        StepVerifier.create(view.blockedFor())
                .assertNext(left -> assertThat(left).isGreaterThan(Duration.ofMinutes(59)))
                .verifyComplete();
        StepVerifier.create(view.unblock().then(allowed)).expectNext(true).verifyComplete();
        StepVerifier.create(view.block(Duration.ZERO)).verifyError(IllegalArgumentException.class);
    }

    @Test
    void setsAndClearsLimits() {
        ReactorRateLimiter view = ReactorRateLimiter.of(opened.undeclared());
        RateLimit three = RateLimit.of(3, Duration.ofHours(1));

        StepVerifier.create(view.trySetRate(TWO)).expectNext(true).verifyComplete();
        StepVerifier.create(view.trySetRate(three)).expectNext(false).verifyComplete();
        StepVerifier.create(view.limit()).expectNext(TWO).verifyComplete();
        StepVerifier.create(view.setRate(three).then(view.limit()))
                .expectNext(three)
                .verifyComplete();
        StepVerifier.create(view.clearRate().then(view.limit())).verifyError(IllegalStateException.class);
    }

    @Test
    void failuresAndWrongArgumentsArriveAsErrors() {
        ReactorRateLimiter unknown = ReactorRateLimiter.of(opened.undeclared());
        ReactorRateLimiter known = view(TWO);

        StepVerifier.create(unknown.acquire()).verifyError(IllegalStateException.class);
        StepVerifier.create(unknown.availablePermits()).verifyError(IllegalStateException.class);
        StepVerifier.create(known.tryAcquire(3)).verifyError(IllegalArgumentException.class);
        StepVerifier.create(known.release(-1)).verifyError(IllegalArgumentException.class);
    }

    @Test
    void signalsComeOnNoThreadOfRedisson() {
        ReactorRateLimiter view = view(TWO);
        Mono<String> here = Mono.fromSupplier(() -> Thread.currentThread().getName());

        for (Mono<?> first :
                List.of(view.tryAcquire(), view.availablePermits(), view.setRate(TWO), view.release(1), view.reset())) {
            StepVerifier.create(first.then(here))
                    .assertNext(thread -> assertThat(thread).doesNotContain("redisson"))
                    .verifyComplete();
        }
    }

    @Test
    void viewOfKeyCountsForThatKey() {
        ReactorRateLimiter view = view(TWO);

        StepVerifier.create(view.forKey("alice").acquire(2)).verifyComplete();
        StepVerifier.create(view.forKey("bob").availablePermits())
                .expectNext(2L)
                .verifyComplete();
        assertThat(view.forKey("alice"))
                .isEqualTo(view.forKey("alice"))
                .hasSameHashCodeAs(view.forKey("alice"))
                .isNotEqualTo(view);
    }
}
