package io.github.ratelimited.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateType;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The states of the in-process store, by limiter and key: bounded, and rid of those that no longer matter. */
final class UsageTable {

    private record Key(LimiterKey limiterKey, Algorithm algorithm, RateType type) {

        static Key of(Demand demand) {
            return new Key(
                    demand.limiterKey(),
                    demand.limit().algorithm(),
                    demand.limit().type());
        }
    }

    private static final int RECENT = 1024;

    /** A state where it was found last. */
    record Found(LimiterKey limiterKey, RateLimit limit, UsageState state) {

        boolean isFor(Demand demand) {
            return limit == demand.limit() && limiterKey.equals(demand.limiterKey());
        }
    }

    private final LongSupplier clock;
    private final Cache<Key, UsageState> states;
    private final @Nullable Found[] recent = new @Nullable Found[RECENT];

    UsageTable(LongSupplier clock, long maxKeys) {
        this.clock = clock;
        this.states = Caffeine.newBuilder()
                .maximumSize(maxKeys)
                .ticker(() -> TimeUnit.MICROSECONDS.toNanos(clock.getAsLong()))
                .executor(Runnable::run)
                .expireAfter(new UntilUnused())
                .evictionListener(
                        (key, state, cause) -> Objects.requireNonNull(state).evict())
                .build();
    }

    private UsageState get(Key key, RateLimit limit) {
        UsageState state = states.getIfPresent(key);
        return state != null ? state : states.get(key, missing -> UsageState.of(limit));
    }

    /** The state, locked with its time read, and still the one that others find. */
    UsageState lock(Demand demand) {
        UsageState state = lockAlone(demand);
        try {
            state.look(clock.getAsLong());
            return state;
        } catch (Throwable ex) {
            state.word.held = 0;
            throw ex;
        }
    }

    /** The state, locked and still the one that others find. Its time is to be read once all are locked. */
    UsageState lockAlone(Demand demand) {
        RateLimit limit = demand.limit();
        Key key = Key.of(demand);
        while (true) {
            UsageState state = get(key, limit);
            state.lock();
            try {
                if (state.prepare(limit)) {
                    states.getIfPresent(key);
                }
                if (!state.evicted()) {
                    return state;
                }
                state.unlock();
            } catch (Throwable ex) {
                state.word.held = 0;
                throw ex;
            }
            // The thread that evicted it may have failed before it was removed.
            states.asMap().remove(key, state);
        }
    }

    /**
     * The state, locked and with its time read, for a caller that does not wait. Caffeine costs several times what a
     * decision does, so it is not asked for a state that it {@linkplain UsageState#isKept keeps} and that is in the
     * memo or that was the last used in its place.
     */
    UsageState lockKept(Demand demand, UsageMemo memo) {
        Found last = memo.remembered() instanceof Found known && known.limit == demand.limit() ? known : recent(demand);
        if (last != null) {
            UsageState state = last.state;
            // The time is read before, so that the lock is not held meanwhile.
            if (!state.tryLockAt(clock.getAsLong())) {
                state.lockWith(clock);
            }
            try {
                if (state.isKept(demand.limit(), state.lockedAt())) {
                    return state;
                }
                state.unlock();
            } catch (Throwable ex) {
                state.word.held = 0;
                throw ex;
            }
        }
        return lockAsked(demand, memo);
    }

    private UsageState lockAsked(Demand demand, UsageMemo memo) {
        UsageState state = lock(demand);
        try {
            state.asked();
            Found found = new Found(demand.limiterKey(), demand.limit(), state);
            memo.remember(found);
            recent[slot(demand.limiterKey())] = found;
            return state;
        } catch (Throwable ex) {
            state.word.held = 0;
            throw ex;
        }
    }

    private @Nullable Found recent(Demand demand) {
        Found last = recent[slot(demand.limiterKey())];
        return last != null && last.isFor(demand) ? last : null;
    }

    private static int slot(LimiterKey limiterKey) {
        return limiterKey.hashCode() & RECENT - 1;
    }

    long size() {
        return states.estimatedSize();
    }

    /** Forgets a state, but not its block. */
    void remove(Demand demand) {
        UsageState state = lock(demand);
        try {
            long left = state.blockedFor(state.now());
            state.evict();
            if (left > 0) {
                states.put(Key.of(demand), blocked(demand.limit(), state.lockedAt(), left));
            } else {
                states.invalidate(Key.of(demand));
            }
        } finally {
            state.word.held = 0;
        }
    }

    private static UsageState blocked(RateLimit limit, long moment, long left) {
        UsageState state = UsageState.of(limit);
        state.look(moment);
        state.block(left);
        return state;
    }

    /** Has the cache ask again how long it keeps a state. */
    void keep(Demand demand) {
        states.getIfPresent(Key.of(demand));
    }

    private static final class UntilUnused implements Expiry<Key, UsageState> {

        @Override
        public long expireAfterCreate(Key key, UsageState state, long now) {
            return left(state, now);
        }

        @Override
        public long expireAfterUpdate(Key key, UsageState state, long now, long left) {
            return left(state, now);
        }

        @Override
        public long expireAfterRead(Key key, UsageState state, long now, long left) {
            return left(state, now);
        }

        private long left(UsageState state, long now) {
            long micros = TimeUnit.NANOSECONDS.toMicros(now);
            state.foundAt(micros);
            return TimeUnit.MICROSECONDS.toNanos(state.lastsAtMost(micros));
        }
    }
}
