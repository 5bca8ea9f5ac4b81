package io.github.ratelimited.store;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many threads on one limiter and key get what they would have got one after the other, by Lincheck. */
@Tag("long")
class LocalStoreLinearizabilityTests {

    private static void check(Class<?> program) {
        new StressOptions()
                .iterations(15)
                .invocationsPerIteration(500)
                .threads(3)
                .actorsPerThread(3)
                .check(program);
    }

    @Test
    void slidingWindow() {
        check(SlidingWindow.class);
    }

    @Test
    void slidingWindowCounter() {
        check(SlidingWindowCounter.class);
    }

    @Test
    void fixedWindow() {
        check(FixedWindow.class);
    }

    @Test
    void tokenBucket() {
        check(TokenBucket.class);
    }

    @Test
    void leakyBucket() {
        check(LeakyBucket.class);
    }

    public static class SlidingWindow extends Program {
        public SlidingWindow() {
            super(Algorithm.SLIDING_WINDOW);
        }
    }

    public static class SlidingWindowCounter extends Program {
        public SlidingWindowCounter() {
            super(Algorithm.SLIDING_WINDOW_COUNTER);
        }
    }

    public static class FixedWindow extends Program {
        public FixedWindow() {
            super(Algorithm.FIXED_WINDOW);
        }
    }

    public static class TokenBucket extends Program {
        public TokenBucket() {
            super(Algorithm.TOKEN_BUCKET);
        }
    }

    public static class LeakyBucket extends Program {
        public LeakyBucket() {
            super(Algorithm.LEAKY_BUCKET);
        }
    }

    @Param(name = "permits", gen = IntGen.class, conf = "1:3")
    @Param(name = "wait", gen = IntGen.class, conf = "0:2")
    public abstract static class Program {

        private final StoreDriver driver = new StoreDriver(
                new LocalStore(() -> TestClock.START, Duration.ofSeconds(30), Basis.STORE, 10), "api", "");
        private final RateLimit limit;

        Program(Algorithm algorithm) {
            limit = RateLimit.of(4, Duration.ofSeconds(1)).withAlgorithm(algorithm);
        }

        @Operation
        public String take(@Param(name = "permits") int permits, @Param(name = "wait") int seconds) {
            Grant grant = driver.acquire(limit, permits, seconds * 1_000_000L);
            return grant.allowed() + " " + grant.delay();
        }

        @Operation
        public void release(@Param(name = "permits") int permits) {
            driver.release(limit, permits);
        }

        @Operation
        public void reset() {
            driver.reset(limit);
        }

        @Operation
        public long remaining() {
            return driver.usage(limit).remaining();
        }
    }
}
