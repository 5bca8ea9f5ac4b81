package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateType;
import io.github.ratelimited.conformance.AlgorithmContract;
import io.github.ratelimited.conformance.CalendarContract;
import io.github.ratelimited.conformance.ConformanceContract;
import io.github.ratelimited.conformance.ExtremeLimitsContract;
import io.github.ratelimited.conformance.ReturnedPermitsContract;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RedisConformanceTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static RateLimiters limiters(String prefix, TestClock clock, ManualTimer timer) {
        return redis.limiters(prefix)
                .testTime(clock, timer)
                .executor(Runnable::run)
                .build();
    }

    @Nested
    class SlidingWindow extends ConformanceContract {

        private final String prefix = UUID.randomUUID().toString();

        @Override
        protected RateLimiters open() {
            return limiters(prefix, clock, timer);
        }

        @Test
        @DisplayName("1.3 a change is in force on every node")
        void changesTheLimitOnEveryNode() {
            RateLimiter one = limiter(limit(10, 1));
            RateLimiter other = limiter(limit(10, 1));
            assertThat(other.limit()).isEqualTo(limit(10, 1));

            one.setRate(limit(3, 1));
            Awaitility.await().until(() -> other.limit().equals(limit(3, 1)));
            one.clearRate();
            Awaitility.await().until(() -> other.limit().equals(limit(10, 1)));
        }

        @Test
        @DisplayName("1.3 a program that knows only the name gets the limit that is stored")
        void findsTheStoredLimit() {
            limiter(limit(10, 1)).acquire();
            RateLimiter byName = node().get("api");
            Awaitility.await().ignoreExceptions().until(() -> byName.limit().equals(limit(10, 1)));
            assertThat(grantedOf(20, byName)).isEqualTo(9);
        }

        @Test
        @DisplayName("1.9 PER_CLIENT is decided in process: no key in Redis, and no round trip")
        void keepsPerClientOutOfRedis() {
            RateLimit perClient = RateLimit.of(5, Duration.ofSeconds(1)).withType(RateType.PER_CLIENT);
            RateLimiter limiter = limiter(perClient);
            assertThat(grantedOf(20, limiter)).isEqualTo(5);
            assertThat(redis.keys(prefix)).allMatch(key -> key.equals(prefix + ":limits"));
        }

        @Test
        @DisplayName("1.8 a change creates no key but the hash of limits")
        void changesWithoutAKeyOfTheLimiter() {
            node().get("api").setRate(limit(5, 1));
            assertThat(redis.keys(prefix)).isEqualTo(List.of(prefix + ":limits"));
        }

        @Test
        @DisplayName("1.11 removing leaves no key behind")
        void leavesNoKeyBehind() {
            RateLimiter limiter = node().get("api");
            limiter.setRate(limit(5, 1));
            limiter.acquire(2);
            limiter.forKey("alice").acquire(2);
            assertThat(redis.keys(prefix)).hasSize(3);
            limiter.reset();
            limiter.forKey("alice").reset();
            limiter.clearRate();
            assertThat(redis.keys(prefix)).isEmpty();
        }
    }

    @Nested
    class OtherAlgorithms extends AlgorithmContract {

        private final String prefix = UUID.randomUUID().toString();

        @Override
        protected RateLimiters open() {
            return limiters(prefix, clock, timer);
        }
    }

    @Nested
    class Calendars extends CalendarContract {

        private final String prefix = UUID.randomUUID().toString();

        @Override
        protected RateLimiters open() {
            return limiters(prefix, clock, timer);
        }
    }

    @Nested
    class ReturnedPermits extends ReturnedPermitsContract {

        private final String prefix = UUID.randomUUID().toString();

        @Override
        protected RateLimiters open() {
            return limiters(prefix, clock, timer);
        }
    }

    @Nested
    class ExtremeLimits extends ExtremeLimitsContract {

        private final String prefix = UUID.randomUUID().toString();

        @Override
        protected RateLimiters open() {
            return limiters(prefix, clock, timer);
        }
    }
}
