package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LimitStatesTests {

    private final LimitStates states = new LimitStates(new TestClock()::micros, 1_000_000, 100);
    private final Demand demand = new Demand("api", "", RateLimit.of(1, Duration.ofSeconds(1)), 1);

    /** As where the stack ends between the two. */
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void replacesAStateThatWasEvictedAndNotRemoved() {
        LimitState left = states.lock(demand);
        left.evict();
        left.unlock();
        assertThat(states.lock(demand)).isNotSameAs(left);
    }
}
