package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.store.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScriptClockTests {

    private static final long NOW = 1_700_000_000_000_000L;
    private static final long SKEW = Duration.ofSeconds(5).toNanos() / 1000;
    private static final long SECOND = 1_000_000;

    private final ScriptClock clocks = new ScriptClock(null);
    private final long sentAt = System.nanoTime();
    private final Deadline deadline =
            new Deadline(sentAt + Duration.ofMillis(250).toNanos(), null);

    private void assertRunsUntil(int slot, long serverMicros) {
        assertThat(clocks.at(slot, deadline)).isBetween(serverMicros, serverMicros + SECOND);
    }

    @Test
    void mastersWhoseClocksDifferDoNotDisturbEachOther() {
        clocks.read(0, NOW, sentAt);
        clocks.read(10_922, NOW + SKEW, sentAt);
        clocks.read(5_461, NOW - SKEW, sentAt);

        assertRunsUntil(63, NOW);
        assertRunsUntil(10_923, NOW + SKEW);
        assertRunsUntil(5_500, NOW - SKEW);
    }

    @Test
    void slotsThatNobodyHasAskedGoByTheClockThatWasReadLast() {
        assertThat(clocks.at(16_383, deadline)).isLessThan(NOW);

        clocks.read(0, NOW, sentAt);
        assertRunsUntil(16_383, NOW);
        clocks.read(64, NOW + SKEW, sentAt);
        assertRunsUntil(16_383, NOW + SKEW);
        assertRunsUntil(0, NOW);
    }

    @Test
    void aSlowReplyTellsThatTheClockIsAhead() {
        long slow = sentAt - Duration.ofMillis(600).toNanos();
        clocks.read(0, NOW, slow);
        clocks.read(0, NOW + 2 * SKEW, slow);
        assertThat(clocks.at(0, deadline)).isGreaterThan(NOW + 2 * SKEW - SECOND);
    }
}
