package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** Waits by a set timer, on a store that answers when a test says so. */
abstract class PermitWaitFixture {

    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration HORIZON = Duration.ofSeconds(30);
    static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    /** In which whoever asks again after a second certainly has. */
    static final Duration SPREAD_SECOND = Duration.ofMillis(1100);

    final ManualTimer timer = new ManualTimer(new TestClock());
    final FakeStore store = new FakeStore();
    final LocalLimitRegistry limits = new LocalLimitRegistry();
    final TestSettings settings =
            TestSettings.of(store, limits).horizon(HORIZON).storeTimeout(SECOND).timer(timer);
    final WaitRegistry waits = new WaitRegistry(settings.settings());

    PermitWait<Decision> start(Duration timeout, String... keys) {
        List<Demand> demands = Stream.of(keys.length == 0 ? new String[] {""} : keys)
                .map(key -> new Demand("api", key, FakeStore.LIMIT, 1))
                .toList();
        return waits.start(
                "api",
                CompletableFuture.completedFuture(demands),
                timeout,
                Runnable::run,
                (grant, decisions) -> decisions.get(0));
    }

    PermitWait<Decision> start(Executor executor) {
        return waits.start(
                "api",
                CompletableFuture.completedFuture(List.of(new Demand("api", "", FakeStore.LIMIT, 1))),
                FOREVER,
                executor,
                (grant, decisions) -> decisions.get(0));
    }

    void pass(Duration duration) {
        timer.advance(Micros.of(duration));
    }
}
