package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Window;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.model.RandomRun;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store promises for windows of a calendar, on a clock that the test moves. With {@code -Dtests.full} in all steps. */
public abstract class CalendarStoreContract extends TimedStore {

    private static final int STEPS = TestSize.of(400, 800);
    private static final RateLimit MINUTE = RateLimit.perCalendar(3, CalendarUnit.MINUTE, ZoneOffset.UTC);

    protected CalendarStoreContract() {
        super(Algorithm.CALENDAR_WINDOW);
    }

    protected boolean remembersRejections() {
        return false;
    }

    private void setClock(String moment) {
        clock.advance(ChronoUnit.MICROS.between(clock.instant(), Instant.parse(moment)));
    }

    private static RateLimit limit(long rate, CalendarUnit unit, String zone) {
        return RateLimit.perCalendar(rate, unit, ZoneId.of(zone));
    }

    private Decision decide(RateLimit limit) {
        return driver.decide(limit, 1, 0);
    }

    private long takeAll(RateLimit limit) {
        long taken = 0;
        while (driver.take(limit, 1)) {
            taken++;
        }
        return taken;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4})
    void decidesAsTheReferenceModelDoes(long seed) {
        new RandomRun(algorithm, driver, clock, seed).compare(STEPS, false, remembersRejections());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4})
    void decidesAsTheReferenceModelDoesWhileCalendarsChangeAndTheClockStepsBack(long seed) {
        new RandomRun(algorithm, driver, clock, 100 + seed).compare(STEPS, true, remembersRejections());
    }

    @Test
    void grantsTheRateOnEachSideOfABoundary() {
        RateLimit month = limit(5, CalendarUnit.MONTH, "Europe/Berlin");
        setClock("2026-09-30T21:59:59.999999Z");
        assertThat(takeAll(month)).isEqualTo(5);
        assertThat(decide(month).retryAfter()).isEqualTo(Duration.ofNanos(1000));
        clock.advance(1);
        assertThat(takeAll(month)).isEqualTo(5);
        assertThat(decide(month).retryAfter()).isEqualTo(Duration.ofDays(31).plusHours(1));
        assertThat(driver.usage(month))
                .isEqualTo(new Usage(0, Duration.ofDays(31).plusHours(1)));
    }

    @Test
    void aClockThatStepsBackDoesNotEndTheWindow() {
        RateLimit month = limit(5, CalendarUnit.MONTH, "UTC");
        setClock("2026-10-01T00:00:00Z");
        assertThat(driver.take(month, 4)).isTrue();
        setClock("2026-10-10T00:00:00Z");
        assertThat(driver.take(month, 1)).isTrue();

        clock.advance(-1000);

        assertThat(takeAll(month)).isZero();
        driver.release(month, 1);
        assertThat(takeAll(month)).isEqualTo(1);
    }

    @Test
    void tellsTheWindowThatThePermitsAreCountedIn() {
        RateLimit day = limit(1, CalendarUnit.DAY, "Europe/Berlin");
        setClock("2026-10-24T22:00:00Z");
        Window longDay = new Window(Instant.parse("2026-10-24T22:00:00Z"), Instant.parse("2026-10-25T23:00:00Z"));
        assertThat(decide(day).window()).isEqualTo(longDay);
        assertThat(decide(day).window()).isEqualTo(longDay);

        setClock("2026-10-25T22:59:30Z");
        Window next = new Window(Instant.parse("2026-10-25T23:00:00Z"), Instant.parse("2026-10-26T23:00:00Z"));
        assertThat(driver.decide(day, 1, 40 * SECOND).window()).isEqualTo(next);
    }

    @Test
    void reservesInTheNextWindowAndNoFurtherThanAMinuteAhead() {
        setClock("2026-10-01T12:00:50Z");
        assertThat(driver.take(MINUTE, 3)).isTrue();
        Grant reserved = driver.acquire(MINUTE, 2, HORIZON.toSeconds() * SECOND);
        assertThat(reserved.delay()).isEqualTo(Duration.ofSeconds(10));
        Decision rejected = driver.decide(MINUTE, 2, 3_600 * SECOND);
        assertThat(rejected.allowed()).isFalse();
        assertThat(rejected.retryAfter()).isEqualTo(Duration.ofSeconds(70));

        driver.giveBack(reserved);
        clock.advance(10 * SECOND);
        assertThat(takeAll(MINUTE)).isEqualTo(3);
    }

    @Test
    void givesBackInTheStoredWindowOnly() {
        setClock("2026-10-01T12:00:50Z");
        Grant early = driver.acquire(MINUTE, 3, 0);
        clock.advance(5 * SECOND);
        driver.settle(new Settlement(early.reservations().get(0), 2));
        assertThat(driver.usage(MINUTE).remaining()).isEqualTo(1);
        clock.advance(5 * SECOND);
        assertThat(takeAll(MINUTE)).isEqualTo(3);
        driver.giveBack(early);
        assertThat(driver.usage(MINUTE).remaining()).isZero();
    }

    @Test
    void keepsUseWhereTheNumberChanges() {
        setClock("2026-10-01T12:00:00Z");
        RateLimit year = limit(10, CalendarUnit.YEAR, "UTC");
        assertThat(driver.take(year, 7)).isTrue();
        assertThat(driver.usage(year.withRate(20, 20)).remaining()).isEqualTo(13);
        assertThat(driver.usage(year.withRate(5, 5)).remaining()).isZero();
        assertThat(driver.take(year.withRate(5, 5), 1)).isFalse();
    }

    @Test
    void grantsAtMostTheRateMoreForEachBoundaryInDispute() {
        RateLimit berlin = limit(10, CalendarUnit.DAY, "Europe/Berlin");
        RateLimit kolkata = limit(10, CalendarUnit.DAY, "Asia/Kolkata");
        setClock("2026-06-01T12:00:00Z");
        long granted = 0;
        for (int call = 0; call < 10 * 24 * 6; call++) {
            granted += driver.take(call % 2 == 0 ? berlin : kolkata, 1) ? 1 : 0;
            clock.advance(600 * SECOND);
        }
        // Two boundaries a day, and the windows at both ends.
        assertThat(granted).isEqualTo(10 * (20 + 1));
    }

    @Test
    void aChangedUnitTakesEffectAtItsNextBoundary() {
        setClock("2026-10-01T12:30:00Z");
        RateLimit day = limit(2, CalendarUnit.DAY, "UTC");
        assertThat(takeAll(day)).isEqualTo(2);
        RateLimit hour = limit(2, CalendarUnit.HOUR, "UTC");
        assertThat(decide(hour).retryAfter()).isEqualTo(Duration.ofMinutes(30));
        clock.advance(30 * 60 * SECOND);
        assertThat(takeAll(hour)).isEqualTo(2);
        RateLimit month = limit(2, CalendarUnit.MONTH, "UTC");
        assertThat(decide(month).retryAfter()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aClockThatStepsBackNeitherGrantsMoreNorLocksOut() {
        setClock("2026-10-01T12:30:00Z");
        RateLimit hour = limit(2, CalendarUnit.HOUR, "UTC");
        assertThat(takeAll(hour)).isEqualTo(2);
        clock.advance(-10 * 3_600 * SECOND);
        assertThat(takeAll(hour)).isZero();
        clock.advance(30 * 60 * SECOND - 1);
        assertThat(takeAll(hour)).isZero();
        clock.advance(1);
        assertThat(takeAll(hour)).isEqualTo(2);
        clock.advance(3_600 * SECOND - 1);
        assertThat(takeAll(hour)).isZero();
        clock.advance(1);
        assertThat(takeAll(hour)).isEqualTo(2);
    }

    @Test
    void takesAllDemandsOfSeveralCalendarsOrNone() {
        setClock("2026-10-01T12:00:00Z");
        RateLimit month = limit(100, CalendarUnit.MONTH, "Europe/Berlin");
        RateLimit day = limit(2, CalendarUnit.DAY, "Asia/Kolkata");
        StoreDriver user = driver.withKey("user");
        for (int i = 0; i < 4; i++) {
            driver.acquire(java.util.List.of(driver.demand(month, 1), user.demand(day, 1)), 0);
        }
        assertThat(driver.usage(month).remaining()).isEqualTo(98);
        assertThat(user.usage(day).remaining()).isZero();
        driver.release(month, 1);
        assertThat(driver.usage(month).remaining()).isEqualTo(99);
        driver.reset(month);
        assertThat(driver.usage(month).remaining()).isEqualTo(100);
    }
}
