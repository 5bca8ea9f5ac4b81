package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.model.QueueRun;
import io.github.ratelimited.model.WaitingFleet;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every store promises to callers whose permits are too far off to be reserved, on a clock that the test moves. With
 * {@code -Dtests.full} for longer.
 */
public abstract class WaitingContract extends TimedStore {

    /** By a calendar it becomes a minute. */
    private static final Duration SPAN = Duration.ofSeconds(1);

    private static final Duration TWO_SECONDS = Duration.ofSeconds(2);
    private static final int STEPS = TestSize.of(600, 2_000);
    private static final int SPANS = TestSize.of(12, 20);
    private static final long FOREVER = Long.MAX_VALUE / 4;

    protected WaitingContract(Algorithm algorithm) {
        super(algorithm);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void answersAsTheModelDoes(long seed) {
        int[] seen = new QueueRun(algorithm, driver, clock, seed).compare(STEPS);
        // By a calendar little falls due within a horizon.
        assertThat(Arrays.stream(seen).min().orElse(0))
                .isGreaterThan(algorithm == Algorithm.CALENDAR_WINDOW ? 0 : STEPS / 40);
    }

    @ParameterizedTest
    @CsvSource({"999, PT24H", "1000000000000, PT8760H"})
    void grantsNothingWhileOthersWait(long rate, Duration interval) {
        RateLimit limit = limit(rate, interval);
        // An exact window counts as used what is reserved an interval ahead.
        long longest = algorithm == Algorithm.SLIDING_WINDOW ? 0 : 3 * Micros.of(interval);
        for (int i = 1; i < 60; i++) {
            driver.acquire(limit, rate * i / 60, longest);
            clock.advance(Micros.of(interval) / 61);

            assertThat(driver.take(limit, 0)).isTrue();
        }
    }

    private Grant ask(RateLimit limit, Turn turn) {
        return driver.ask(limit, 1, FOREVER, turn);
    }

    private Turn turnedAway(RateLimit limit) {
        return sentAway(limit).turn();
    }

    private Grant sentAway(RateLimit limit) {
        while (true) {
            Grant grant = ask(limit, Turn.first(TWO_SECONDS));
            if (grant.turn() != null) {
                return grant;
            }
        }
    }

    @Test
    void reservesNoFartherAheadThanTheHorizonAndThenTellsWhenToAskAgain() {
        RateLimit limit = limit(1, SPAN);
        Grant last = ask(limit, Turn.first(TWO_SECONDS));
        Grant next = last;
        while (next.turn() == null) {
            last = next;
            next = ask(limit, Turn.first(TWO_SECONDS));
        }
        assertThat(last.delay()).isLessThanOrEqualTo(TWO_SECONDS);
        assertThat(next.allowed()).isFalse();
        assertThat(next.decision().retryAfter()).isGreaterThan(TWO_SECONDS);
        assertThat(next.turn().pause()).isBetween(Duration.ofMillis(10), Duration.ofSeconds(1));
        assertThat(next.reservations()).isEmpty();
    }

    @Test
    void aNewcomerDoesNotOvertakeWhoWaits() {
        RateLimit limit = limit(1, SPAN);
        Turn turn = turnedAway(limit);
        Grant returner = null;
        while (turn != null) {
            clock.advance(Micros.of(turn.pause()));
            assertThat(ask(limit, Turn.first(TWO_SECONDS)).turn()).isNotNull();
            returner = ask(limit, turn);
            turn = returner.turn();
        }
        assertThat(returner.allowed()).isTrue();
        assertThat(ask(limit, Turn.first(TWO_SECONDS)).decision().retryAfter()).isGreaterThan(returner.delay());
    }

    @Test
    void rejectsAtOnceWhoseTurnComesTooLate() {
        RateLimit limit = limit(1, SPAN);
        turnedAway(limit);
        turnedAway(limit);
        Duration place = ask(limit, Turn.first(TWO_SECONDS)).decision().retryAfter();

        Grant rejected = driver.ask(limit, 1, Micros.of(place), Turn.first(TWO_SECONDS));

        assertThat(rejected.turn()).isNull();
        assertThat(rejected.allowed()).isFalse();
        assertThat(rejected.decision().retryAfter()).isGreaterThan(place);
    }

    @Test
    void whoLeavesMakesRoom() {
        RateLimit limit = limit(1, SPAN);
        turnedAway(limit);
        Grant left = ask(limit, Turn.first(TWO_SECONDS));
        Grant rejected = driver.ask(limit, 1, -1, left.turn());
        assertThat(rejected.reservations()).isEmpty();
        assertThat(rejected.turn()).isNull();
        assertThat(ask(limit, Turn.first(TWO_SECONDS)).decision().retryAfter())
                .isEqualTo(left.decision().retryAfter());
    }

    @Test
    void whoComesAgainStandsBehindTheirShareOfThoseWhoAreLeft() {
        RateLimit limit = limit(1, SPAN);
        List<Grant> callers = Stream.generate(() -> sentAway(limit)).limit(50).toList();
        callers.subList(1, 23).forEach(caller -> driver.ask(limit, 1, -1, caller.turn()));

        // 28 of 50 are left, so 14 of the 25 who came before.
        assertThat(ask(limit, callers.get(25).turn()).decision().retryAfter())
                .isEqualTo(callers.get(14).decision().retryAfter());
    }

    @Test
    void resetForgetsWhoWaits() {
        RateLimit limit = limit(1, SPAN);
        Turn turn = turnedAway(limit);
        driver.reset(limit);
        assertThat(ask(limit, Turn.first(TWO_SECONDS)).delay()).isZero();
        assertThat(turnedAway(limit).number()).isEqualTo(turn.number());
    }

    @Test
    void whoDoesNotWaitTakesWhatIsDue() {
        RateLimit limit = limit(1, SPAN);
        turnedAway(limit);
        clock.advance(10 * Micros.of(limit.interval()));
        assertThat(driver.take(limit, 1)).isTrue();
    }

    @Test
    void nobodyStarvesBehindCallersWhoComeAgainAndAgain() {
        RateLimit limit = limit(20, SPAN);
        long span = Micros.of(limit.interval());
        WaitingFleet fleet = WaitingFleet.of(
                (now, turn, maxWait) -> {
                    clock.advance(now - clock.micros());
                    return QueueRun.answer(driver.ask(limit, 1, maxWait, turn), turn);
                },
                100,
                limit.interval(),
                clock.micros());
        fleet.run(SPANS * span);
        // A window that slides by an estimate gives a twentieth less.
        assertThat(fleet.longestWait(6 * span)).isLessThanOrEqualTo(1.15 * 5 * span);
        assertThat(fleet.overtaking(6 * span)).isLessThanOrEqualTo(span / 2.0);
        assertThat(fleet.asksBeyond(6 * span)).isLessThanOrEqualTo(2.5);
        assertThat(fleet.permitsBetween(6 * span, (SPANS - 1) * span))
                .isGreaterThanOrEqualTo((SPANS - 7) * 20 * 12 / 13);
    }
}
