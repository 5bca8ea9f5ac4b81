package io.github.ratelimited.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseSizeTests {

    private static final long LENGTH = 100;

    private final LeaseSize size = new LeaseSize(RateLimit.of(1_000, Duration.ofSeconds(1)), LENGTH, 0);

    @Test
    void isTheUseInThisLeaseOrTheOneBeforeLessWhatIsHeld() {
        size.used(50);
        size.look(LENGTH);
        size.used(20);
        assertThat(size.wanted(0)).isEqualTo(50);
        assertThat(size.wanted(15)).isEqualTo(35);
        assertThat(size.wanted(60)).isZero();

        size.used(100);
        assertThat(size.wanted(15)).isEqualTo(105);
        size.look(2 * LENGTH);
        size.look(3 * LENGTH - 1);
        assertThat(size.wanted(0)).isEqualTo(120);
    }

    @Test
    void isNothingAfterAnIdleLease() {
        size.used(50);
        size.look(2 * LENGTH);
        assertThat(size.use()).isZero();
        size.used(3);
        assertThat(size.wanted(0)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10})
    void isNothingForFewerThanFourCallsHoweverManyPermitsEachTakes(long permits) {
        size.meets(permits);
        size.used(3 * permits);
        assertThat(size.wanted(0)).isZero();
        size.used(permits);
        assertThat(size.wanted(0)).isEqualTo(4 * permits);
        size.look(LENGTH);
        assertThat(size.wanted(0)).isEqualTo(4 * permits);
    }

    @Test
    void isNeverMoreThanTheLimitCanGrant() {
        size.used(5_000);
        assertThat(size.wanted(0)).isEqualTo(1_000);
    }
}
