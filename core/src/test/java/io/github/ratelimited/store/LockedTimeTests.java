package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import org.junit.jupiter.api.Test;

/** The time at which a caller decides was read before it held the lock. */
class LockedTimeTests {

    private final LimitState state = LimitState.of(Algorithm.TOKEN_BUCKET, 0);

    @Test
    void isTheOneReadBefore() {
        assertThat(state.look(100, () -> 105)).isEqualTo(100);
        assertThat(state.look(100, () -> 105)).isEqualTo(100);
    }

    @Test
    void isReadAgainByWhoWasOvertaken() {
        state.look(100, () -> 100);
        assertThat(state.look(90, () -> 105)).isEqualTo(105);
        assertThat(state.lockedAt()).isEqualTo(105);
    }

    @Test
    void stepsBackWithItsClock() {
        state.look(100, () -> 100);
        assertThat(state.look(20, () -> 21)).isEqualTo(21);
        assertThat(state.look(22, () -> 23)).isEqualTo(22);
    }
}
