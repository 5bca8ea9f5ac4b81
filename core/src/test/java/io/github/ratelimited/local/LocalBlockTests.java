package io.github.ratelimited.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.BlockContract;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LocalBlockTests extends BlockContract {

    @Override
    protected TestedStore open(TestClock clock) {
        return TestedStore.of(new LocalStore(Micros.clock(clock), Basis.STORE, 1_000));
    }

    @Override
    protected int steps() {
        return 4_000;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void outlivesTheIntervalOfAStateThatNobodyAsksFor(Algorithm algorithm) {
        RateLimit limit = RateLimit.of(5, Duration.ofMillis(10)).withAlgorithm(algorithm);
        driver.take(limit, 1);
        driver.block(limit, Duration.ofHours(1));
        clock.advance(3_599_999_999L);
        assertThat(driver.withKey("another").take(limit, 1)).isTrue();
        assertThat(driver.decide(limit, 1, 0).blocked()).isTrue();
    }
}
