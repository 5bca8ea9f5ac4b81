package io.github.ratelimited.local;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import io.github.ratelimited.store.WaitingContract;
import org.junit.jupiter.api.Nested;

/** Waiting for turns within this process. */
class LocalWaitingTests {

    abstract static class Contract extends WaitingContract {

        Contract(Algorithm algorithm) {
            super(algorithm);
        }

        @Override
        protected TestedStore open(TestClock clock) {
            return TestedStore.of(new LocalStore(Micros.clock(clock), Basis.STORE, 1000));
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
