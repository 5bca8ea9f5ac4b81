package io.github.ratelimited.local;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.block.LocalNameBlocks;
import io.github.ratelimited.limiter.StoreLimitersBuilder;
import io.github.ratelimited.limiter.StoreRateLimiters;
import io.github.ratelimited.limits.AppliedLimit;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/** Makes limiters that grant everything at once, for a program whose limits are switched off. Not safe for use by many threads. */
public final class OpenRateLimiters extends StoreLimitersBuilder<OpenRateLimiters> {

    /** Starts without limits; stages complete on the thread of their caller. */
    public OpenRateLimiters() {
        executor(Runnable::run).reservationHorizon(Duration.ZERO);
    }

    @Override
    protected OpenRateLimiters self() {
        return this;
    }

    @Override
    protected RateLimiters make() {
        OpenStore store = new OpenStore();
        LongSupplier clock = Micros.monotonicClock();
        return limiters(
                store,
                store,
                new OpenLimits(),
                new LocalNameBlocks(clock),
                clock,
                System::nanoTime,
                StoreRateLimiters.timer(),
                () -> {});
    }

    /**
     * One limit, too high to be met, for every name: where nothing is limited a request must not fail either because its
     * name is unknown or because it asks for more permits than the declared limit could ever grant.
     */
    static final class OpenLimits extends LocalLimitRegistry {

        private static final RateLimit UNMET = RateLimit.of(1_000_000, Duration.ofSeconds(1))
                .withAlgorithm(Algorithm.TOKEN_BUCKET)
                .withBurst(1_000_000_000_000L);

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public AppliedLimit find(String name) {
            return new AppliedLimit(UNMET, isSet(name) ? Origin.NAME : Origin.DECLARED);
        }

        @Override
        public RateLimit declared(String name) {
            return UNMET;
        }

        @Override
        public CompletionStage<AppliedLimit> load(String name) {
            return CompletableFuture.completedFuture(find(name));
        }
    }
}
