package io.github.ratelimited.topology;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.redis.RealCluster;
import io.github.ratelimited.store.LimiterStoreContract;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/** The contract of stores on three masters. */
class ClusterStoreTests {

    private static final RealCluster cluster = RealCluster.open();

    @AfterAll
    static void close() {
        cluster.close();
    }

    abstract static class Contract extends LimiterStoreContract {

        Contract(Algorithm algorithm) {
            super(algorithm);
        }

        /** The scripts do the same on any server; here it matters that they reach the right one. */
        @Override
        protected int steps() {
            return super.steps() / 20;
        }

        @Override
        protected TestedStore open(TestClock clock) {
            return cluster.store("contract", HORIZON, clock);
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
