package io.github.ratelimited.local;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.TestClock;
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
 * class that is loaded after it, so this runs in a JVM of its own. With {@code -Dtests.full} for longer.
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
                .iterations(TestSize.of(4, 10))
                .invocationsPerIteration(TestSize.of(150, 300))
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

        private final RateLimiter limiter;

        Program(Algorithm algorithm) {
            TestClock clock = new TestClock();
            limiter = LocalRateLimiters.builder()
                    .clock(clock)
                    .timer(new ManualTimer(clock))
                    .executor(Runnable::run)
                    .build()
                    .declare("api", RateLimit.of(4, Duration.ofSeconds(1)).withAlgorithm(algorithm));
        }

        @Operation
        public boolean take(@Param(name = "permits") int permits) {
            return limiter.tryAcquire(permits);
        }

        @Operation
        public String takeOrBook(@Param(name = "permits") int permits, @Param(name = "wait") int seconds) {
            return limiter.decideAsync(permits, Duration.ofSeconds(seconds))
                    .toCompletableFuture()
                    .thenApply(decision -> decision.allowed() + ", " + decision.remaining() + " left")
                    .getNow("booked");
        }

        @Operation
        public void release(@Param(name = "permits") int permits) {
            limiter.release(permits);
        }

        @Operation
        public void reset() {
            limiter.reset();
        }

        @Operation
        public String used() {
            Decision decision = limiter.decide(0, Duration.ZERO);
            return decision.remaining() + " left, unused in " + decision.resetAfter();
        }
    }
}
