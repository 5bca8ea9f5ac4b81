package io.github.ratelimited.block;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateType;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Usage;
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of limiters and keys on top of any store. That of a key lies in the store, where its next decision finds it; that
 * of a whole limiter reaches each process. Safe for use by many threads.
 */
public final class Blocks {

    private final UsageStore usage;
    private final NameBlocks shared;
    private final NameBlocks own;
    private final LimiterObservers observer;
    private final KnownKeyBlocks keys;
    private final BlocksAfterRejections afterRejections;

    /**
     * Starts without knowing any.
     *
     * @param usage where blocks of keys lie
     * @param shared blocks of whole limiters for all processes
     * @param clock microseconds
     * @param rules how long a key is blocked after a rejection
     * @param observer is notified of blocks
     */
    public Blocks(UsageStore usage, NameBlocks shared, LongSupplier clock, BlockRules rules, LimiterObserver observer) {
        this.usage = usage;
        this.shared = shared;
        this.own = new LocalNameBlocks(clock, shared.any());
        this.observer = LimiterObservers.of(observer);
        this.keys = new KnownKeyBlocks(clock, shared.any());
        this.afterRejections = new BlocksAfterRejections(rules, keys, this, clock, shared.any());
    }

    /** Puts blocks of whole limiters around the store of permits, and records those that it reports. */
    public LimiterStore around(LimiterStore store) {
        return new NameBlockStore(store, this, shared.any());
    }

    /** A call has taken permits and will say what it really used; until then no rejection of its key is followed by a block. */
    public void taken(LimiterKey limiterKey) {
        afterRejections.taken(limiterKey);
    }

    /** Such a call has said it, and what it did not use is back. */
    public void settled(LimiterKey limiterKey) {
        afterRejections.settled(limiterKey);
    }

    /**
     * Blocks a limiter and key, or without a key the whole limiter, or lifts the block.
     *
     * @param duration how long, zero to lift the block
     */
    public CompletionStage<Void> block(Demand demand, Duration duration) {
        // Where the limiter cannot be blocked, a part of it must not be blocked in this process alone.
        CompletionStage<Duration> done = demand.key().isEmpty()
                ? names(demand).block(demand.limiter(), duration).thenCompose(name -> usage.block(demand, duration))
                : usage.block(demand, duration);
        return done.thenAccept(left -> know(demand.limiterKey(), left));
    }

    private NameBlocks names(Demand demand) {
        return demand.limit().type() == RateType.PER_CLIENT ? own : shared;
    }

    private void know(LimiterKey limiterKey, Duration left) {
        if (!left.isZero()) {
            keys.learn(limiterKey, Micros.of(left));
            observer.blocked(limiterKey, left, true);
        } else {
            keys.forget(limiterKey);
            observer.unblocked(limiterKey);
        }
    }

    /** Blocks this place alone, which need not be a whole limiter, unless another instance has done so already. */
    CompletionStage<Void> blockPlace(Demand demand, Duration duration) {
        return usage.block(demand, duration.negated()).thenAccept(left -> know(demand.limiterKey(), left));
    }

    /** Records a block that the store reports, or that there is none. */
    void learn(Demand demand, Decision decision) {
        LimiterKey limiterKey = demand.limiterKey();
        if (decision.blocked()) {
            if (keys.learn(limiterKey, Micros.of(decision.retryAfter()))) {
                observer.blocked(limiterKey, decision.retryAfter(), false);
            }
        } else if (decision.basis() == Basis.STORE && keys.outdate(limiterKey)) {
            usage.unblocked(demand);
            observer.unblocked(limiterKey);
        }
    }

    /**
     * Called when a caller that does not wait is rejected.
     *
     * @return the rejection, which lasts as long as a block that follows
     */
    public Decision rejected(Demand demand, Decision decision) {
        if (decision.blocked() || decision.basis() != Basis.STORE) {
            return decision;
        }
        Duration block = afterRejections.rejected(demand);
        return block.compareTo(decision.retryAfter()) <= 0
                ? decision
                : decision.but()
                        .retryAfter(block)
                        .resetAfter(block.compareTo(decision.resetAfter()) > 0 ? block : decision.resetAfter())
                        .build();
    }

    /** What is left of the block of a whole limiter, in microseconds. */
    private long leftOfName(String limiter) {
        return Math.max(shared.left(limiter), own.left(limiter));
    }

    /** What is left of a block that ends calls before the store is asked, in microseconds. */
    long left(Demand demand) {
        return Math.max(leftOfName(demand.limiter()), afterRejections.left(demand.limiterKey()));
    }

    /** How much of a limit is used, which the block of its limiter belongs to. */
    public CompletionStage<Usage> usage(Demand demand) {
        return usage.usage(demand).thenApply(used -> {
            Duration ofName = Micros.toDuration(leftOfName(demand.limiter()));
            return ofName.compareTo(used.blockedFor()) <= 0
                    ? used
                    : new Usage(0, ofName.compareTo(used.resetAfter()) > 0 ? ofName : used.resetAfter(), ofName);
        });
    }

    /**
     * Checks before a caller takes what was reserved for it: it may have been blocked since.
     *
     * @return the rejection, or {@code null}; there at once unless a block of a key is known, which the store is asked about
     */
    public CompletionStage<@Nullable Grant> rejection(List<Demand> demands) {
        for (Demand demand : demands) {
            long left = left(demand);
            if (left > 0) {
                return CompletableFuture.completedFuture(rejected(demand, left));
            }
        }
        for (Demand demand : demands) {
            long known = keys.left(demand.limiterKey());
            if (known > 0) {
                return usage.usage(demand)
                        .thenApply(used -> Micros.of(used.blockedFor()))
                        .exceptionally(failure -> known)
                        .thenApply(left -> left > 0 ? rejected(demand, left) : null);
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    private static Grant rejected(Demand demand, long left) {
        return new Grant(List.of(demand), List.of(rejection(demand, left)), List.of());
    }

    /** What a block says of which so many microseconds are left. */
    static Decision rejection(Demand demand, long left) {
        Duration rest = Micros.toDuration(left);
        return demand.blocked(rest, rest, Basis.STORE);
    }
}
