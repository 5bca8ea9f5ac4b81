package io.github.ratelimited.local;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.store.CalendarStoreContract;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import io.github.ratelimited.store.WaitingContract;
import org.junit.jupiter.api.Nested;

class LocalCalendarTests {

    private static TestedStore store(TestClock clock) {
        return TestedStore.of(new LocalStore(Micros.clock(clock), Basis.STORE, 1_000_000));
    }

    @Nested
    class Deciding extends CalendarStoreContract {

        @Override
        protected TestedStore open(TestClock clock) {
            return store(clock);
        }
    }

    @Nested
    class Waiting extends WaitingContract {

        Waiting() {
            super(Algorithm.CALENDAR_WINDOW);
        }

        @Override
        protected TestedStore open(TestClock clock) {
            return store(clock);
        }
    }
}
