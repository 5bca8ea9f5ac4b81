package io.github.ratelimited.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.Algorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time at which a caller decides was read before it held the lock, unless it had to wait or was overtaken. */
@Timeout(60)
class LockedTimeTests {

    private final UsageState state = UsageState.of(Algorithm.TOKEN_BUCKET);

    private boolean lockAndUnlockAt(long moment) {
        boolean locked = state.tryLockAt(moment);
        if (locked) {
            state.unlock();
        }
        return locked;
    }

    @Test
    void isTheOneReadBefore() {
        assertThat(lockAndUnlockAt(100)).isTrue();
        assertThat(lockAndUnlockAt(100)).isTrue();
        assertThat(state.lockedAt()).isEqualTo(100);
    }

    @Test
    void isNotThatOfWhoWasOvertaken() {
        lockAndUnlockAt(100);
        assertThat(lockAndUnlockAt(90)).isFalse();
        assertThat(state.lockedAt()).isEqualTo(100);
        assertThat(state.tryLock()).as("left unlocked").isTrue();
    }

    @Test
    void isNotThatOfWhoFindsItHeld() {
        state.tryLockAt(100);
        assertThat(state.tryLockAt(110)).isFalse();
        assertThat(state.lockedAt()).isEqualTo(100);
    }

    @Test
    void isReadUnderTheLockByWhoWaits() {
        state.lockWith(() -> state.tryLock() ? 0 : 105);
        assertThat(state.lockedAt()).isEqualTo(105);
    }

    @Test
    void leavesItUnlockedWhenTheClockFails() {
        assertThatIllegalStateException()
                .isThrownBy(() -> state.lockWith(() -> {
                    throw new IllegalStateException("broken clock");
                }));
        assertThat(state.tryLock()).isTrue();
    }

    @Test
    void stepsBackWithItsClock() {
        lockAndUnlockAt(100);
        state.lockWith(() -> 21);
        state.unlock();
        assertThat(lockAndUnlockAt(22)).isTrue();
        assertThat(state.lockedAt()).isEqualTo(22);
    }
}
