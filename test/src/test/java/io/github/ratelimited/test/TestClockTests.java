package io.github.ratelimited.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestClockTests {

    private final TestClock clock = new TestClock();
    private final Instant start = clock.instant();

    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "10s, PT10S", "1m, PT1M", "1h, PT1H", "1d, PT24H", "PT1M30S, PT1M30S", "0s, PT0S"})
    void movesOnByText(String text, Duration by) {
        clock.advance(text);
        assertThat(Duration.between(start, clock.instant())).isEqualTo(by);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "s", "-1s", "ten seconds", "999999999999999999d"})
    void refusesWhatIsNoDuration(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advance(text))
                .withMessageContaining("'" + text + "'");
        assertThat(clock.instant()).isEqualTo(start);
    }

    @Test
    void neverGoesBack() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
                .withMessageContaining("PT-1S");
    }

    @Test
    @SuppressWarnings("NullAway") // As tests without a check of nulls do.
    void refusesWhatIsMissingOrTooFar() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advance((String) null))
                .withMessageContaining("but is 'null'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advance((Duration) null))
                .withMessage("A test clock must be moved by a duration, but is moved by null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advance(Duration.ofSeconds(Long.MAX_VALUE)))
                .withMessageContaining("PT2562047788015215H30M7S");
        assertThat(clock.instant()).isEqualTo(start);
    }

    @Test
    void ringsEachAlarmAtItsOwnMomentInOrder() {
        List<String> rung = new ArrayList<>();
        clock.timer().schedule(() -> rung.add("two at " + sinceStart()), 2, TimeUnit.SECONDS);
        clock.timer().schedule(() -> rung.add("one at " + sinceStart()), 1, TimeUnit.SECONDS);
        clock.timer().schedule(() -> rung.add("also two at " + sinceStart()), 2000, TimeUnit.MILLISECONDS);
        clock.timer().schedule(() -> rung.add("never"), 1, TimeUnit.SECONDS).cancel(false);
        clock.timer().schedule(() -> rung.add("later"), 4, TimeUnit.SECONDS);

        clock.advance("3s");

        assertThat(rung).containsExactly("one at PT1S", "two at PT2S", "also two at PT2S");
        assertThat(clock.waiting()).isOne();
        assertThat(sinceStart()).isEqualTo("PT3S");
    }

    @Test
    @Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
    void movesOnFromWithinAnAlarmToo() {
        List<String> rung = new ArrayList<>();
        clock.timer().schedule(() -> clock.advance("3s"), 1, TimeUnit.SECONDS);
        clock.timer().schedule(() -> rung.add("two at " + sinceStart()), 2, TimeUnit.SECONDS);

        clock.advance("1s");

        assertThat(rung).containsExactly("two at PT2S");
        assertThat(sinceStart()).isEqualTo("PT4S");
    }

    private String sinceStart() {
        return Duration.between(start, clock.instant()).toString();
    }
}
