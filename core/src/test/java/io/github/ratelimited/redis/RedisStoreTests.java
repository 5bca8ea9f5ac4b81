package io.github.ratelimited.redis;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.store.LimiterStoreContract;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/** All that stands between a program and Redis; for a list and a string of state also without the memory. */
class RedisStoreTests {

    private static final RealRedis redis = RealRedis.open();

    @AfterAll
    static void close() {
        redis.close();
    }

    abstract static class Contract extends LimiterStoreContract {

        Contract(Algorithm algorithm) {
            super(algorithm);
        }

        @Override
        protected TestedStore open(TestClock clock) {
            return redis.store("contract", HORIZON, clock);
        }

        @Override
        protected boolean remembersRefusals() {
            return true;
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

    abstract static class WithoutMemory extends LimiterStoreContract {

        WithoutMemory(Algorithm algorithm) {
            super(algorithm);
        }

        @Override
        protected TestedStore open(TestClock clock) {
            return redis.batching("contract-batching", HORIZON, clock);
        }
    }

    @Nested
    class SlidingWindowWithoutMemory extends WithoutMemory {
        SlidingWindowWithoutMemory() {
            super(Algorithm.SLIDING_WINDOW);
        }
    }

    @Nested
    class TokenBucketWithoutMemory extends WithoutMemory {
        TokenBucketWithoutMemory() {
            super(Algorithm.TOKEN_BUCKET);
        }
    }
}
