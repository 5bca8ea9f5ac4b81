package io.github.ratelimited.local;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.block.LocalNameBlocks;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.limiter.StoreLimitersBuilder;
import io.github.ratelimited.limiter.StoreRateLimiters;
import io.github.ratelimited.store.Micros;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Makes rate limiters that count within this process. */
public final class LocalRateLimiters {

    private LocalRateLimiters() {}

    /**
     * Starts with the defaults.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Settings of the limiters. Not safe for use by many threads. */
    public static final class Builder extends StoreLimitersBuilder<Builder> {

        private LongSupplier clock = Micros.monotonicClock();
        private long maxKeys = 1_000_000;
        private @Nullable ScheduledExecutorService timer;

        private Builder() {}

        /**
         * The clock by which permits are counted. Callers still wait by the system's clock, unless
         * {@link #timer(ScheduledExecutorService)} is set too.
         *
         * @param clock the system's, as a clock that never goes back, unless set
         * @return this builder
         */
        public Builder clock(InstantSource clock) {
            this.clock = Micros.clock(SettingChecks.given("clock", clock));
            return this;
        }

        /**
         * Most limiters and keys at once; above it those least used are forgotten.
         *
         * @param maxKeys at least 1, a million unless set
         * @return this builder
         * @throws IllegalArgumentException when out of range
         */
        public Builder maxKeys(long maxKeys) {
            this.maxKeys = SettingChecks.atLeastOne("maxKeys", maxKeys);
            return this;
        }

        /**
         * Wakes callers that wait. For tests, together with a clock that is set. A timeout that is longer than the reservation
         * horizon is still measured with the system's clock.
         *
         * @param timer schedules single tasks; shut down with the limiters. A thread of its own unless set
         * @return this builder
         */
        public Builder timer(ScheduledExecutorService timer) {
            this.timer = SettingChecks.given("timer", timer);
            return this;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        protected RateLimiters make() {
            LocalStore store = new LocalStore(clock, Basis.STORE, maxKeys);
            return limiters(
                    store,
                    store,
                    new LocalLimitRegistry(clock),
                    new LocalNameBlocks(clock),
                    clock,
                    () -> clock.getAsLong() * 1_000,
                    timer == null ? StoreRateLimiters.timer() : timer,
                    () -> {});
        }
    }
}
