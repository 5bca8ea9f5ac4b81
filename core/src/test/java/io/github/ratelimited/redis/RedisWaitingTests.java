package io.github.ratelimited.redis;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import io.github.ratelimited.store.WaitingContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/** Waiting for turns in Redis, by all that stands between. */
class RedisWaitingTests {

    private static final RealRedis redis = RealRedis.open();

    @AfterAll
    static void close() {
        redis.close();
    }

    abstract static class Contract extends WaitingContract {

        Contract(Algorithm algorithm) {
            super(algorithm);
        }

        @Override
        protected TestedStore open(TestClock clock) {
            return redis.batching("waiting", HORIZON, clock);
        }
    }

    @Nested
    class SlidingWindow extends Contract {
        SlidingWindow() {
            super(Algorithm.SLIDING_WINDOW);
        }
    }

    @Nested
    class SlidingWindowCounter extends Contract {
        SlidingWindowCounter() {
            super(Algorithm.SLIDING_WINDOW_COUNTER);
        }
    }

    @Nested
    class FixedWindow extends Contract {
        FixedWindow() {
            super(Algorithm.FIXED_WINDOW);
        }
    }

    @Nested
    class TokenBucket extends Contract {
        TokenBucket() {
            super(Algorithm.TOKEN_BUCKET);
        }
    }

    @Nested
    class LeakyBucket extends Contract {
        LeakyBucket() {
            super(Algorithm.LEAKY_BUCKET);
        }
    }
}
