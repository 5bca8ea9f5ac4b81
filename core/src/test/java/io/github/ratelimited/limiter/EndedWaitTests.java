package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Whatever ends a wait before the caller has its permits gives them back. */
class EndedWaitTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HORIZON = Duration.ofSeconds(30);
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    private static final Demand API = new Demand("api", "", FakeStore.LIMIT, 1);
    private static final Demand USER = new Demand("user", "", FakeStore.LIMIT, 1);

    private final TestClock clock = new TestClock();
    private final ManualTimer timer = new ManualTimer(clock);
    private final FakeStore store = new FakeStore();
    private final WaitRegistry waits = new WaitRegistry(
            TestSettings.of(store, new LocalLimitRegistry())
                    .horizon(HORIZON)
                    .storeTimeout(SECOND)
                    .timer(timer)
                    .settings(),
            () -> clock.micros() * 1000);

    private PermitWait<Decision> start(Duration timeout) {
        return start(timeout, Runnable::run);
    }

    private PermitWait<Decision> start(Duration timeout, Executor executor) {
        return start(timeout, executor, API);
    }

    private PermitWait<Decision> start(Duration timeout, Executor executor, Demand... demands) {
        return waits.start(
                "api",
                CompletableFuture.completedFuture(List.of(demands)),
                timeout,
                executor,
                (grant, decisions) -> decisions.get(0));
    }

    private void pass(Duration duration) {
        timer.advance(Micros.of(duration));
    }

    @Test
    void givesBackWhatIsGrantedAfterItWasCancelledWhileAsking() {
        start(FOREVER).cancel(false);
        Grant ahead = store.grants(SECOND);
        start(FOREVER).cancel(false);
        Grant now = store.grants(Duration.ZERO);
        assertThat(store.givenBack).containsExactly(ahead.reservations(), now.reservations());
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void givesBackItsTurnAtOneOfSeveralLimitsThatIsGrantedAfterItWasCancelled() {
        PermitWait<Decision> wait = start(FOREVER, Runnable::run, API, USER);
        do {
            store.rejects(SECOND);
            pass(SECOND.multipliedBy(2));
        } while (store.asked.get(store.asked.size() - 1).demands().size() > 1);
        wait.cancel(false);
        Grant ahead = store.grants(SECOND);
        assertThat(store.givenBack).containsExactly(ahead.reservations());
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void givesBackOnceWhatItWaitsForWhenItIsCancelled() {
        PermitWait<Decision> wait = start(FOREVER);
        Grant grant = store.grants(SECOND);
        wait.cancel(false);
        wait.cancel(true);
        assertThat(store.givenBack).containsExactly(grant.reservations());
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void keepsWhatWasGrantedWhenItIsCancelledTooLate() {
        PermitWait<Decision> wait = start(FOREVER);
        store.grants(SECOND);
        pass(SECOND);
        assertThat(wait.cancel(false)).isFalse();
        assertThat(store.givenBack).isEmpty();
    }

    @Test
    void givesBackWhatWaitsForTheExecutorWhenItIsCancelled() {
        List<Runnable> tasks = new ArrayList<>();
        PermitWait<Decision> wait = start(FOREVER, tasks::add);
        Grant grant = store.grants(Duration.ZERO);
        assertThat(wait.cancel(false)).isTrue();
        tasks.forEach(Runnable::run);
        assertThat(store.givenBack).containsExactly(grant.reservations());
    }

    @Test
    void givesBackWhatTheCallerNoLongerWantsWhenItCompletesTheStageItself() {
        Decision other = Decision.of("api", FakeStore.LIMIT)
                .allowed(false)
                .remaining(0)
                .retryAfter(SECOND)
                .resetAfter(SECOND)
                .build();
        PermitWait<Decision> asleep = start(FOREVER);
        Grant ahead = store.grants(SECOND);
        assertThat(asleep.complete(other)).isTrue();
        PermitWait<Decision> asking = start(FOREVER);
        assertThat(asking.complete(other)).isTrue();
        Grant now = store.grants(Duration.ZERO);
        assertThat(store.givenBack).containsExactly(ahead.reservations(), now.reservations());
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void keepsTheAnswerThatComesWithAnInterrupt() {
        CompletableFuture<String> answer = new CompletableFuture<>() {
            @Override
            public String get() throws InterruptedException {
                complete("granted");
                throw new InterruptedException();
            }
        };
        Thread.currentThread().interrupt();
        String result = AnswerDelivery.join(answer, "api");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result).isEqualTo("granted");
    }

    @Test
    void rejectsATurnBehindTheTimeoutThatComesOfASlowAnswer() {
        PermitWait<Decision> wait = start(SECOND);
        pass(Duration.ofMillis(200));
        Grant grant = store.grants(Duration.ofMillis(801));
        assertThat(wait)
                .isCompletedWithValueMatching(decision -> !decision.allowed()
                        && decision.delay().isZero()
                        && decision.retryAfter().equals(Duration.ofMillis(801)));
        assertThat(store.givenBack).containsExactly(grant.reservations());
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void waitsUntilTheTimeoutThoughTheAnswerIsSlow() {
        PermitWait<Decision> wait = start(SECOND);
        pass(Duration.ofMillis(200));
        store.grants(Duration.ofMillis(800));
        pass(Duration.ofMillis(800));
        assertThat(wait).isCompletedWithValueMatching(Decision::allowed);
        assertThat(store.givenBack).isEmpty();
    }
}
