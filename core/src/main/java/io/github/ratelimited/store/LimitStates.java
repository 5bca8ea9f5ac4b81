package io.github.ratelimited.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateType;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The states of the in-process store, by limiter and key: bounded, and rid of those that no longer matter. */
final class LimitStates {

    private record Key(Place place, Algorithm algorithm, RateType type) {}

    private static final int RECENT = 1024;

    /** A state where it was found last. */
    record Found(Place place, RateLimit limit, LimitState state) {

        boolean isFor(Demand demand) {
            return limit == demand.limit() && place.equals(demand.place());
        }
    }

    private final LongSupplier clock;
    private final long horizon;
    private final Cache<Key, LimitState> states;
    private final @Nullable Found[] recent = new @Nullable Found[RECENT];

    LimitStates(LongSupplier clock, long horizon, long maxKeys) {
        this.clock = clock;
        this.horizon = horizon;
        this.states = Caffeine.newBuilder()
                .maximumSize(maxKeys)
                .ticker(() -> TimeUnit.MICROSECONDS.toNanos(clock.getAsLong()))
                .executor(Runnable::run)
                .expireAfter(new UntilUnused())
                .evictionListener(
                        (key, state, cause) -> Objects.requireNonNull(state).evict())
                .build();
    }

    private static Key key(Demand demand) {
        RateLimit limit = demand.limit();
        return new Key(demand.place(), limit.algorithm(), limit.type());
    }

    private LimitState get(Key key, RateLimit limit) {
        LimitState state = states.getIfPresent(key);
        return state != null
                ? state
                : states.get(key, missing -> {
                    LimitState created = LimitState.of(missing.algorithm(), horizon);
                    created.prepare(limit);
                    return created;
                });
    }

    /** The state, locked and still the one that others find. */
    LimitState lock(Demand demand) {
        Key key = key(demand);
        while (true) {
            LimitState state = get(key, demand.limit());
            state.lock();
            try {
                if (state.prepare(demand.limit())) {
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
            // Who evicted it may have failed before it was gone.
            states.asMap().remove(key, state);
        }
    }

    /**
     * The state, locked and with its time read, for a caller that does not wait. Caffeine costs several times what a
     * decision does, so it is not asked for a state that it {@linkplain LimitState#isKept keeps} and that the caller has
     * noted or that was the last used in its place.
     */
    LimitState lockKept(Demand demand, Memo memo) {
        Found last = memo.found;
        if (last == null || last.limit != demand.limit()) {
            last = recent(demand);
        }
        if (last != null) {
            LimitState state = last.state;
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
        LimitState state = lock(demand);
        try {
            state.look(clock);
            memo.found = new Found(demand.place(), demand.limit(), state);
            recent[slot(demand)] = memo.found;
            return state;
        } catch (Throwable ex) {
            state.word.held = 0;
            throw ex;
        }
    }

    private @Nullable Found recent(Demand demand) {
        Found last = recent[slot(demand)];
        return last != null && last.isFor(demand) ? last : null;
    }

    private static int slot(Demand demand) {
        return demand.place().hashCode() & RECENT - 1;
    }

    long size() {
        return states.estimatedSize();
    }

    void remove(Demand demand) {
        LimitState state = lock(demand);
        try {
            state.evict();
            states.invalidate(key(demand));
        } finally {
            state.word.held = 0;
        }
    }

    private static final class UntilUnused implements Expiry<Key, LimitState> {

        @Override
        public long expireAfterCreate(Key key, LimitState state, long now) {
            return left(state, now);
        }

        @Override
        public long expireAfterUpdate(Key key, LimitState state, long now, long left) {
            return left(state, now);
        }

        @Override
        public long expireAfterRead(Key key, LimitState state, long now, long left) {
            return left(state, now);
        }

        private long left(LimitState state, long now) {
            long micros = TimeUnit.NANOSECONDS.toMicros(now);
            state.foundAt(micros);
            return TimeUnit.MICROSECONDS.toNanos(state.lastsAtMost(micros));
        }
    }
}
