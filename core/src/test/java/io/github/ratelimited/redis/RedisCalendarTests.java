package io.github.ratelimited.redis;

import io.github.ratelimited.store.CalendarStoreContract;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisCalendarTests {

    private static final RealRedis redis = RealRedis.open();

    @AfterAll
    static void close() {
        redis.close();
    }

    @Nested
    class WithMemory extends CalendarStoreContract {

        @Override
        protected TestedStore open(TestClock clock) {
            return redis.store("calendar", HORIZON, clock);
        }

        @Override
        protected boolean remembersRefusals() {
            return true;
        }
    }

    @Nested
    class WithoutMemory extends CalendarStoreContract {

        @Override
        protected TestedStore open(TestClock clock) {
            return redis.batching("calendar-batching", HORIZON, clock);
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3, 4})
        void letsCallersWaitAsTheReferenceModelsDo(long seed) {
            compareQueue(seed);
        }
    }
}
