package io.github.ratelimited.redis;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.store.CalendarStoreContract;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import io.github.ratelimited.store.WaitingContract;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

@Tag("once")
class RedisCalendarTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    @Nested
    class WithMemory extends CalendarStoreContract {

        @Override
        protected TestedStore open(TestClock clock) {
            return redis.store("calendar", HORIZON, clock);
        }

        @Override
        protected boolean remembersRejections() {
            return true;
        }
    }

    @Nested
    class Waiting extends WaitingContract {

        Waiting() {
            super(Algorithm.CALENDAR_WINDOW);
        }

        @Override
        protected TestedStore open(TestClock clock) {
            return redis.batching("calendar-waiting", HORIZON, clock);
        }
    }

    @Nested
    class WithoutMemory extends CalendarStoreContract {

        @Override
        protected TestedStore open(TestClock clock) {
            return redis.batching("calendar-batching", HORIZON, clock);
        }
    }
}
