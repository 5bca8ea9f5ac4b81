package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Pauses by a timer so fast that its task is over before the caller knows that it has a timer. */
class PauseOrderTests {

    private final List<String> events = new ArrayList<>();
    private final FakeStore store = new FakeStore();

    @AutoClose("shutdownNow")
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, Executors.defaultThreadFactory()) {

                @Override
                public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
                    task.run();
                    return super.schedule(() -> {}, 0, unit);
                }
            };

    private final WaitRegistry waits = new WaitRegistry(TestSettings.of(store, new LocalLimitRegistry())
            .timer(timer)
            .observer(new Recorded())
            .settings());

    private final class Recorded implements LimiterObserver {

        @Override
        public void decided(Demand demand, Decision decision) {
            events.add("decided");
        }

        @Override
        public Pause mayWait(String limiter) {
            return new Pause() {

                @Override
                public void begin() {
                    events.add("begin");
                }

                @Override
                public void end() {
                    events.add("end");
                }
            };
        }
    }

    private PermitWait<Decision> start() {
        return waits.start(
                "api",
                CompletableFuture.completedFuture(List.of(new Demand("api", "", FakeStore.LIMIT, 1))),
                Duration.ofMinutes(1),
                Runnable::run,
                (grant, decisions) -> decisions.get(0));
    }

    @Test
    void aPauseBeginsBeforeItsTimer() {
        PermitWait<Decision> wait = start();
        store.grants(Duration.ofSeconds(1));
        assertThat(wait).isCompleted();
        assertThat(events).containsExactly("begin", "decided", "end");
    }

    @Test
    void aPauseBeginsOnceThoughItsCallerAsksAgain() {
        PermitWait<Decision> wait = start();
        store.turnsAway(Duration.ofSeconds(40), Duration.ofSeconds(1));
        store.turnsAway(Duration.ofSeconds(40), Duration.ofSeconds(1));
        store.grants(Duration.ZERO);
        assertThat(wait).isCompleted();
        assertThat(events).containsExactly("begin", "decided", "end");
    }
}
