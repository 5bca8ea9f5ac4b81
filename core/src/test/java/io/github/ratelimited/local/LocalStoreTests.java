package io.github.ratelimited.local;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.store.LimiterStoreContract;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import org.junit.jupiter.api.Nested;

class LocalStoreTests {

    abstract static class Contract extends LimiterStoreContract {

        Contract(Algorithm algorithm) {
            super(algorithm);
        }

        @Override
        protected TestedStore open(TestClock clock) {
            return TestedStore.of(new LocalStore(Micros.clock(clock), Basis.STORE, 1_000_000));
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
