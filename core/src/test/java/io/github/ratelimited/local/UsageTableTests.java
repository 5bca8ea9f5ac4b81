package io.github.ratelimited.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class UsageTableTests {

    private final UsageTable states = new UsageTable(new TestClock()::micros, 100);
    private final Demand demand = new Demand("api", "", RateLimit.of(1, Duration.ofSeconds(1)), 1);

    /** As where the stack ends between the two. */
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void replacesAStateThatWasEvictedAndNotRemoved() {
        UsageState left = states.lock(demand);
        left.evict();
        left.unlock();
        assertThat(states.lock(demand)).isNotSameAs(left);
    }
}
