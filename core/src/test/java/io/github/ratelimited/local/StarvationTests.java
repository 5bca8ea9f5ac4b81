package io.github.ratelimited.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.model.QueueRun;
import io.github.ratelimited.model.WaitingCallers;
import io.github.ratelimited.model.WaitingFleet;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Callers in loops whose queue is many horizons long, on a set clock: nobody waits much longer than the fair time. The
 * same rule decides in Redis, as {@code WaitingContract} shows. By a calendar, whose shortest window is a minute, all
 * spans are those of a second sixty times.
 */
class StarvationTests {

    private final TestClock clock = new TestClock();
    private final LocalStore store = new LocalStore(clock::micros, Basis.STORE, 10);
    private final StoreDriver driver = new StoreDriver(store, "api", "");
    private final WaitingCallers callers = new WaitingCallers();
    private RateLimit limit = RateLimit.of(50, Duration.ofSeconds(1));
    private long stepped;

    private void count(Algorithm algorithm, long rate) {
        limit = Limits.of(rate, Duration.ofSeconds(1), algorithm);
        callers.horizon(limit.interval());
    }

    /** Microseconds in which the rate is granted once. */
    private long span() {
        return Micros.of(limit.interval());
    }

    private WaitingFleet run(long spans) {
        return new WaitingFleet(
                        (now, turn, maxWait) -> {
                            clock.advance(now + stepped - clock.micros());
                            return QueueRun.answer(driver.ask(limit, 1, maxWait, turn), turn);
                        },
                        callers,
                        clock.micros(),
                        1)
                .run(spans * span());
    }

    /** By the estimate of a counter a full window leaves a permit less, and so does each that follows. */
    private double rate() {
        return limit.algorithm() == Algorithm.SLIDING_WINDOW_COUNTER ? limit.rate() - 1 : limit.rate();
    }

    private void assertFair(WaitingFleet fleet, double fair, long since, double overtaking) {
        double horizon = Micros.of(callers.horizon());
        assertThat(fleet.longestWait(since) / span()).isLessThanOrEqualTo(1.05 * fair);
        assertThat(fleet.overtaking(since) / horizon).isLessThanOrEqualTo(overtaking);
    }

    @ParameterizedTest(name = "{0} of {1} callers at {2} per second, horizon {3} s")
    @CsvSource({
        "TOKEN_BUCKET, 240, 5, 30",
        "TOKEN_BUCKET, 200, 50, 1",
        "TOKEN_BUCKET, 1000, 50, 1",
        "TOKEN_BUCKET, 10, 10, 1",
        "LEAKY_BUCKET, 240, 5, 30",
        "LEAKY_BUCKET, 200, 50, 1",
        "LEAKY_BUCKET, 1000, 5, 30",
        "LEAKY_BUCKET, 30, 10, 1",
        "SLIDING_WINDOW, 240, 5, 30",
        "SLIDING_WINDOW, 200, 50, 1",
        "SLIDING_WINDOW, 1000, 50, 1",
        "SLIDING_WINDOW, 600, 1, 30",
        "FIXED_WINDOW, 240, 5, 30",
        "FIXED_WINDOW, 200, 50, 1",
        "FIXED_WINDOW, 1000, 5, 30",
        "SLIDING_WINDOW_COUNTER, 240, 5, 30",
        "SLIDING_WINDOW_COUNTER, 200, 50, 1",
        "SLIDING_WINDOW_COUNTER, 1000, 50, 1",
        "CALENDAR_WINDOW, 200, 50, 1",
        "CALENDAR_WINDOW, 1000, 50, 1"
    })
    void servesLoopsInTheirOrderAtTheFullRate(Algorithm algorithm, int count, long perSecond, long horizon) {
        count(algorithm, perSecond);
        callers.count(count).horizon(limit.interval().multipliedBy(horizon));
        double fair = count / rate();
        long since = (long) (1.2 * fair * span());
        long seconds = (long) (3 * fair + 4 * horizon);

        WaitingFleet fleet = run(seconds);

        assertFair(fleet, fair, since, 0.26);
        assertThat(fleet.asksBeyond(since)).isLessThanOrEqualTo(2.5);
        long until = seconds * span() - horizon * span() / 4;
        double used = fleet.permitsBetween(since, until) / rate() / (until - since) * span();
        assertThat(used).isGreaterThanOrEqualTo(0.97);
    }

    @ParameterizedTest(name = "{0}, dead in one piece: {1}")
    @CsvSource({
        "TOKEN_BUCKET, false",
        "TOKEN_BUCKET, true",
        "LEAKY_BUCKET, true",
        "SLIDING_WINDOW, false",
        "SLIDING_WINDOW, true",
        "FIXED_WINDOW, true",
        "SLIDING_WINDOW_COUNTER, false",
        "SLIDING_WINDOW_COUNTER, true",
        "CALENDAR_WINDOW, true"
    })
    void aHalfThatDiesCostsNoMoreThanAHorizon(Algorithm algorithm, boolean inOnePiece) {
        count(algorithm, 50);
        long died = inOnePiece ? 5 * span() : 26 * span();
        callers.count(1000).dieAt(died, inOnePiece);

        WaitingFleet fleet = run(80);

        double used = fleet.permitsBetween(died + span(), 79 * span()) / rate() / (78 * span() - died) * span();
        assertThat(used).isGreaterThanOrEqualTo(0.97);
        assertThat(fleet.longestWait(died + 2 * span()) / span()).isLessThanOrEqualTo(0.7 * 1000 / rate());
        assertThat(fleet.asksBeyond(died + 2 * span())).isLessThanOrEqualTo(3.5);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void cancelsAndTimeoutsHarmNobodyElse(Algorithm algorithm) {
        count(algorithm, 50);
        callers.count(400).cancelling(0.05, true);
        WaitingFleet cancelling = run(40);
        assertThat(cancelling.longestWait(9 * span()) / span()).isLessThanOrEqualTo(400 / rate());
        assertThat(cancelling.permitsBetween(9 * span(), 39 * span()))
                .isGreaterThanOrEqualTo((long) (0.97 * 30 * rate()));
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void aTimeoutIsRejectedAtOnceOrMet(Algorithm algorithm) {
        count(algorithm, 50);
        callers.count(400).timeout(3 * span());
        WaitingFleet fleet = run(40);
        assertThat(fleet.longestWait(9 * span())).isLessThanOrEqualTo(3.1 * span());
        assertThat(fleet.permitsBetween(9 * span(), 39 * span())).isGreaterThanOrEqualTo((long) (0.97 * 30 * rate()));
        // Where many are due at the same moment a few learn only later that they come too late.
        assertThat(fleet.rejectedLate()).isLessThanOrEqualTo(0.005);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void horizonsMayDiffer(Algorithm algorithm) {
        count(algorithm, 50);
        callers.count(600).horizonsOf(caller -> caller % 2 == 0 ? 1 : 4);
        WaitingFleet fleet = run(60);
        assertThat(fleet.longestWait(15 * span()) / span()).isLessThanOrEqualTo(1.1 * 600 / rate());
        assertThat(fleet.overtaking(15 * span())).isLessThanOrEqualTo(2.0 * span());
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void aChangedLimitCountsForAllWhoWait(Algorithm algorithm) {
        count(algorithm, 50);
        RateLimit raised = Limits.of(100, Duration.ofSeconds(1), algorithm);
        callers.count(400).at(20 * span(), () -> limit = raised);
        WaitingFleet fleet = run(40);
        assertThat(fleet.longestWait(22 * span()) / span()).isLessThanOrEqualTo(1.1 * 4);
        assertThat(fleet.overtaking(22 * span())).isLessThanOrEqualTo(span() / 2.0);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void aClockThatStepsKeepsTheOrder(Algorithm algorithm) {
        count(algorithm, 50);
        callers.count(400).at(20 * span(), () -> stepped = -span() / 2).at(24 * span(), () -> stepped = 5 * span());
        WaitingFleet fleet = run(50);
        assertThat(fleet.longestWait(25 * span()) / span()).isLessThanOrEqualTo(1.25 * 400 / rate());
    }
}
