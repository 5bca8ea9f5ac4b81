package io.github.ratelimited.local;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.conformance.AlgorithmContract;
import io.github.ratelimited.conformance.CalendarContract;
import io.github.ratelimited.conformance.ConformanceContract;
import io.github.ratelimited.conformance.ExtremeLimitsContract;
import io.github.ratelimited.conformance.ReturnedPermitsContract;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.TestClock;
import org.junit.jupiter.api.Nested;

class LocalConformanceTests {

    private static RateLimiters limiters(TestClock clock, ManualTimer timer) {
        return LocalRateLimiters.builder()
                .clock(clock)
                .timer(timer)
                .executor(Runnable::run)
                .build();
    }

    @Nested
    class SlidingWindow extends ConformanceContract {
        @Override
        protected RateLimiters open() {
            return limiters(clock, timer);
        }
    }

    @Nested
    class OtherAlgorithms extends AlgorithmContract {
        @Override
        protected RateLimiters open() {
            return limiters(clock, timer);
        }
    }

    @Nested
    class Calendars extends CalendarContract {
        @Override
        protected RateLimiters open() {
            return limiters(clock, timer);
        }
    }

    @Nested
    class ReturnedPermits extends ReturnedPermitsContract {
        @Override
        protected RateLimiters open() {
            return limiters(clock, timer);
        }
    }

    @Nested
    class ExtremeLimits extends ExtremeLimitsContract {
        @Override
        protected RateLimiters open() {
            return limiters(clock, timer);
        }
    }
}
