package io.github.ratelimited.docs;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantTimes;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of a load under one limit, decided in this process by a clock that stands still between the calls.
 *
 * @param limit the limit
 * @param calls the calls in order
 * @param remaining permits that remained at each tenth of a second, after the calls of that moment
 * @param mostInAnInterval the most permits granted in any span of the limit's interval
 */
record Run(RateLimit limit, List<Call> calls, List<Long> remaining, long mostInAnInterval) {

    static final int TENTH = 100_000;

    /** How far into the picture a minute of the calendar ends. */
    static final int MINUTE_ENDS = 10_000_000;

    static Run of(RateLimit limit, Load load, Duration timeout) {
        TestClock clock = new TestClock();
        if (limit.calendar() != null) {
            clock.advance(60_000_000 - TestClock.START % 60_000_000 - MINUTE_ENDS);
        }
        LocalStore store = new LocalStore(Micros.clock(clock), Basis.STORE, 10);
        StoreDriver driver = new StoreDriver(store, "api", "");
        List<Call> calls = new ArrayList<>();
        List<Reservation> reservations = new ArrayList<>();
        List<Long> remaining = new ArrayList<>();
        for (int tenth = 0; tenth <= 10 * Load.SECONDS; tenth++) {
            for (int i = 0; tenth % 10 == 0 && i < load.at(tenth / 10); i++) {
                Grant grant = driver.acquire(limit, 1, Micros.of(timeout));
                calls.add(new Call((long) tenth * TENTH, grant.decision()));
                reservations.addAll(grant.reservations());
            }
            remaining.add(driver.usage(limit).remaining());
            clock.advance(TENTH);
        }
        long most = GrantTimes.of(reservations).mostWithin(Micros.of(limit.interval()));
        return new Run(limit, calls, remaining, most);
    }

    long granted() {
        return calls.stream().filter(call -> call.decision().allowed()).count();
    }

    String summary() {
        return "%d of %d calls granted, at most %d in any %d s"
                .formatted(
                        granted(),
                        calls.size(),
                        mostInAnInterval,
                        limit.interval().toSeconds());
    }
}
