package io.github.ratelimited.store;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many threads on one limiter and key get what they would have got one after the other. Lincheck's agent changes every
 * class that is loaded after it, so this runs in a JVM of its own.
 */
@Tag("lincheck")
@Tag("long")
class LocalStoreLinearizabilityTests {

    @ParameterizedTest
    @ValueSource(
            classes = {
                SlidingWindow.class,
                SlidingWindowCounter.class,
                FixedWindow.class,
                TokenBucket.class,
                LeakyBucket.class
            })
    void threadsAreDecidedOneAfterTheOther(Class<?> program) {
        new StressOptions()
                .iterations(10)
                .invocationsPerIteration(300)
                .threads(3)
                .actorsPerThread(3)
                .check(program);
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

        private final LimiterStore store =
                new LocalStore(() -> TestClock.START, Duration.ofSeconds(30), Basis.STORE, 10);
        private final StoreDriver driver = new StoreDriver(store, "api", "");
        private final RateLimit limit;

        Program(Algorithm algorithm) {
            limit = RateLimit.of(4, Duration.ofSeconds(1)).withAlgorithm(algorithm);
        }

        @Operation
        public String takeNow(@Param(name = "permits") int permits) {
            return told(store.decideNow(driver.demand(limit, permits)));
        }

        @Operation
        public String take(@Param(name = "permits") int permits, @Param(name = "wait") int seconds) {
            return told(driver.decide(limit, permits, seconds * 1_000_000L));
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

        private static String told(Decision decision) {
            return decision.allowed() + " after " + decision.delay() + ", " + decision.remaining() + " left";
        }
    }
}
