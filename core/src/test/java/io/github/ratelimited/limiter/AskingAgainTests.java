package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A caller whose turn was too far off, on the timer's thread. */
class AskingAgainTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HORIZON = Duration.ofSeconds(30);

    private final TestClock clock = new TestClock();
    private final ManualTimer timer = new ManualTimer(clock);
    private final FakeStore fake = new FakeStore();
    private final List<Demand> demands = Stream.of("a", "b")
            .map(key -> new Demand("api", key, FakeStore.LIMIT, 1))
            .toList();
    private final CompletableFuture<List<Demand>> known = CompletableFuture.completedFuture(demands);

    private <S extends LimiterStore & UsageStore> WaitRegistry waits(S store) {
        return new WaitRegistry(TestSettings.of(store, new LocalLimitRegistry())
                .horizon(HORIZON)
                .storeTimeout(SECOND)
                .timer(timer)
                .settings());
    }

    @Test
    void isToldOnItsExecutorWhereTheStoreAnswersAtOnce() {
        WaitRegistry local = waits(new LocalStore(clock::micros, Basis.STORE, 10));
        List<Runnable> tasks = new ArrayList<>();
        assertThat(local.start("api", known, HORIZON, tasks::add, (grant, decisions) -> decisions.get(0)))
                .isCompleted();
        PermitWait<Decision> wait =
                local.start("api", known, HORIZON, tasks::add, (grant, decisions) -> decisions.get(0));
        assertThat(tasks).isEmpty();
        timer.advance(Micros.of(SECOND) * 11 / 10);
        assertThat(wait).isNotDone();
        assertThat(tasks).hasSize(1);
        tasks.get(0).run();
        assertThat(wait).isCompletedWithValueMatching(decision -> decision.allowed());
    }

    @Test
    void failsWithWhatTheStoreThrows() {
        PermitWait<Decision> wait =
                waits(fake).start("api", known, HORIZON, Runnable::run, (grant, decisions) -> decisions.get(0));
        fake.rejects(SECOND);
        fake.thrown = new IllegalStateException("broken");
        timer.advance(Micros.of(SECOND) * 11 / 10);
        assertThat(wait).failsWithin(Duration.ZERO).withThrowableThat().withCause(fake.thrown);
    }

    @Test
    void whoAsksForTheFirstTimeFailsWithTheSame() {
        fake.thrown = new IllegalStateException("broken");
        assertThat(waits(fake).start("api", known, HORIZON, Runnable::run, (grant, decisions) -> decisions.get(0)))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCause(fake.thrown);
    }

    @Test
    void failsWithWhatIsWrongWithDemandsThatAreKnownLater() {
        CompletableFuture<List<Demand>> loaded = new CompletableFuture<>();
        PermitWait<Decision> wait =
                waits(fake).start("api", loaded, Duration.ZERO, Runnable::run, (grant, decisions) -> decisions.get(0));
        loaded.complete(IntStream.range(0, 65)
                .mapToObj(key -> new Demand("api", "key" + key, FakeStore.LIMIT, 1))
                .toList());
        assertThat(wait).failsWithin(Duration.ZERO).withThrowableThat().withMessageContaining("at most 64 limiters");
    }
}
