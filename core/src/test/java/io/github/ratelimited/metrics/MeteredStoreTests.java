package io.github.ratelimited.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.noop.NoopTimer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class MeteredStoreTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicInteger recorded = new AtomicInteger();
    private final LocalStore slow = new LocalStore(MeteredStoreTests::slowly, Basis.STORE, 10);
    private final Acquisition request = new Acquisition(
            List.of(new Demand("api", "", RateLimit.of(1, MINUTE), 1)), Duration.ZERO, Deadline.after(MINUTE));

    /** Longer than any answer takes that is not timed. */
    private static long slowly() {
        LockSupport.parkNanos(1_000_000);
        return 0;
    }

    private final class FailingRegistry extends SimpleMeterRegistry {

        @Override
        protected Timer newTimer(Meter.Id id, DistributionStatisticConfig config, PauseDetector pauses) {
            return new NoopTimer(id) {
                @Override
                public void record(long amount, TimeUnit unit) {
                    recorded.incrementAndGet();
                    throw new IllegalStateException("no room");
                }
            };
        }
    }

    @Test
    void aRegistryThatFailsCostsNobodyThePermits() {
        MeteredStore store = new MeteredStore(slow, new FailingRegistry(), "local");
        assertThat(store.acquire(request)).isCompletedWithValueMatching(Grant::allowed);
        assertThat(recorded).hasValue(1);
    }

    @Test
    void whatAFailurePolicyDecidesHasFailedHoweverSoonThatIsKnown() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        MeteredStore store = new MeteredStore(new LocalStore(() -> 0, Basis.LOCAL, 10), registry, "redis");
        assertThat(store.acquire(request)).isCompletedWithValueMatching(Grant::allowed);
        assertThat(store.acquire(request)).isCompletedWithValueMatching(grant -> !grant.allowed());
        assertThat(registry.get("ratelimited.store")
                        .tag("outcome", "failed")
                        .timer()
                        .count())
                .isEqualTo(2);
    }
}
