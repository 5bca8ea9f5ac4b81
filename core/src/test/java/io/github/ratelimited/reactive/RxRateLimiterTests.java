package io.github.ratelimited.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.disposables.Disposable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Place.class)
class RxRateLimiterTests {

    private static final RateLimit TWO = RateLimit.of(2, Duration.ofHours(1));

    @AutoClose
    private final Place.Opened opened;

    RxRateLimiterTests(Place place) {
        opened = place.open();
    }

    private RxRateLimiter view(RateLimit limit) {
        return RxRateLimiter.of(opened.limiter(limit));
    }

    private static <T> T value(Single<T> question) {
        return question.timeout(10, TimeUnit.SECONDS).blockingGet();
    }

    private static void done(Completable question) {
        assertThat(question.blockingAwait(10, TimeUnit.SECONDS)).isTrue();
    }

    private static void fails(Completable question, Class<? extends Throwable> type) {
        question.test().awaitDone(10, TimeUnit.SECONDS).assertError(type);
    }

    @Test
    void asksNothingBeforeSubscription() {
        RxRateLimiter view = view(TWO);
        RateLimiter other = opened.undeclared();

        view.acquire();
        view.tryAcquire();
        view.decide(1, Duration.ZERO);
        view.call(Single.just("called"));
        RxRateLimiter.of(other).trySetRate(TWO);
        RxRateLimiter.of(other).setRate(TWO);

        assertThat(view.limiter().availablePermits()).isEqualTo(2);
        assertThat(other.trySetRate(TWO)).isTrue();
    }

    @Test
    void eachSubscriptionTakesPermitsOfItsOwn() {
        Single<Boolean> attempt = view(TWO).tryAcquire();

        assertThat(List.of(value(attempt), value(attempt), value(attempt))).containsExactly(true, true, false);
    }

    @Test
    void triesWithPermitsAndTimeouts() {
        RxRateLimiter view = view(TWO);

        assertThat(value(view.tryAcquire(2))).isTrue();
        assertThat(value(view.tryAcquire(Duration.ofMillis(20)))).isFalse();
        assertThat(value(view.tryAcquire(1, Duration.ofMillis(-5)))).isFalse();
    }

    @Test
    void holdsAndCharges() {
        RxRateLimiter view = view(TWO);
        Hold hold = view.hold(2, Duration.ZERO).blockingGet();
        done(Completable.fromCompletionStage(hold.settleAsync(0)));
        done(view.charge(3));
        fails(view.hold(1, Duration.ZERO).ignoreElement(), RateLimitExceededException.class);
        fails(view.charge(-1), IllegalArgumentException.class);
    }

    @Test
    void rejectionIsValue() {
        RxRateLimiter view = view(TWO);

        assertThat(value(view.decide(2, Duration.ZERO)).allowed()).isTrue();
        assertThat(value(view.decide(1, Duration.ZERO)).retryAfter()).isPositive();
    }

    @Test
    void acquiresOnceThePermitsAreDue() {
        RxRateLimiter view = view(RateLimit.of(1, Duration.ofMillis(200)));

        long start = System.nanoTime();
        done(view.acquire().andThen(view.acquire(1)));

        assertThat(System.nanoTime() - start).isGreaterThan(199_000_000L);
    }

    @Test
    void disposingGivesReservedPermitsBack() {
        RxRateLimiter view = view(RateLimit.of(1, Duration.ofSeconds(25)));
        assertThat(view.limiter().tryAcquire()).isTrue();

        for (Completable wait :
                List.of(view.acquire(), view.tryAcquire(Duration.ofSeconds(30)).ignoreElement())) {
            Disposable subscription = wait.subscribe();
            await().untilAsserted(() -> assertThat(nextTurn(view)).isGreaterThan(Duration.ofSeconds(25)));
            subscription.dispose();
            await().untilAsserted(() -> assertThat(nextTurn(view)).isLessThanOrEqualTo(Duration.ofSeconds(25)));
        }
    }

    private static Duration nextTurn(RxRateLimiter view) {
        return view.limiter().decide(1, Duration.ZERO).retryAfter();
    }

    @Test
    void callsOnlyWithPermit() {
        AtomicInteger calls = new AtomicInteger();
        Single<Integer> limited = view(TWO).call(Single.fromSupplier(calls::incrementAndGet));

        assertThat(value(limited) + value(limited)).isEqualTo(3);
        fails(limited.ignoreElement(), RateLimitExceededException.class);
        assertThat(calls).hasValue(2);
    }

    @Test
    void countsReleasesAndResets() {
        RxRateLimiter view = view(RateLimit.of(5, Duration.ofHours(1)));
        Single<Long> available = view.availablePermits();

        assertThat(value(view.acquire(4).andThen(available))).isEqualTo(1);
        assertThat(value(view.release(2).andThen(available))).isEqualTo(3);
        assertThat(value(view.reset().andThen(available))).isEqualTo(5);
    }

    @Test
    void blocksAndLiftsBlocks() {
        RxRateLimiter view = view(TWO);

        assertThat(value(view.block(Duration.ofHours(1)).andThen(view.tryAcquire())))
                .isFalse();
        assertThat(value(view.blockedFor())).isGreaterThan(Duration.ofMinutes(59));
        assertThat(value(view.unblock().andThen(view.tryAcquire()))).isTrue();
        view.block(Duration.ZERO).test().assertError(IllegalArgumentException.class);
    }

    @Test
    void setsAndClearsLimits() {
        RxRateLimiter view = RxRateLimiter.of(opened.undeclared());
        RateLimit three = RateLimit.of(3, Duration.ofHours(1));

        assertThat(value(view.trySetRate(TWO))).isTrue();
        assertThat(value(view.trySetRate(three))).isFalse();
        assertThat(value(view.limit())).isEqualTo(TWO);
        assertThat(value(view.setRate(three).andThen(view.limit()))).isEqualTo(three);
        fails(view.clearRate().andThen(view.limit()).ignoreElement(), IllegalStateException.class);
    }

    @Test
    void failuresAndWrongArgumentsArriveAsErrors() {
        RxRateLimiter unknown = RxRateLimiter.of(opened.undeclared());
        RxRateLimiter known = view(TWO);

        fails(unknown.acquire(), IllegalStateException.class);
        fails(unknown.availablePermits().ignoreElement(), IllegalStateException.class);
        fails(known.tryAcquire(3).ignoreElement(), IllegalArgumentException.class);
        fails(known.release(-1), IllegalArgumentException.class);
    }

    @Test
    void signalsComeOnNoThreadOfRedisson() {
        RxRateLimiter view = view(TWO);
        Single<String> here = Single.fromSupplier(() -> Thread.currentThread().getName());

        for (Completable first : List.of(
                view.tryAcquire().ignoreElement(),
                view.availablePermits().ignoreElement(),
                view.setRate(TWO),
                view.release(1),
                view.reset())) {
            assertThat(value(first.andThen(here))).doesNotContain("redisson");
        }
    }

    @Test
    void viewOfKeyCountsForThatKey() {
        RxRateLimiter view = view(TWO);

        done(view.forKey("alice").acquire(2));

        assertThat(value(view.forKey("bob").availablePermits())).isEqualTo(2);
        assertThat(view.forKey("alice"))
                .isEqualTo(view.forKey("alice"))
                .hasSameHashCodeAs(view.forKey("alice"))
                .isNotEqualTo(view);
    }
}
