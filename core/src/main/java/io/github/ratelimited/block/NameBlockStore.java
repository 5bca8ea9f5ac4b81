package io.github.ratelimited.block;

import io.github.ratelimited.Decision;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreRequest;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rejects requests where a whole limiter is blocked, or the block of a key is on its way, and records the blocks that the
 * store reports.
 */
final class NameBlockStore implements LimiterStore {

    private final LimiterStore store;
    private final Blocks blocks;
    private final AtomicBoolean any;

    /**
     * Makes a store.
     *
     * @param any whether there has been any block; without one nothing is looked up
     */
    NameBlockStore(LimiterStore store, Blocks blocks, AtomicBoolean any) {
        this.store = store;
        this.blocks = blocks;
        this.any = any;
    }

    @Override
    public @Nullable Decision acquireNow(Demand demand, UsageMemo memo, Supplier<StoreRequest> request) {
        Decision rejection = rejection(demand);
        if (rejection != null) {
            return rejection;
        }
        Decision decision = store.acquireNow(
                demand,
                memo,
                StoreRequest.answering(request, made -> made.callback().after(this::learn)));
        if (decision != null) {
            learn(demand, decision);
        }
        return decision;
    }

    private @Nullable Decision rejection(Demand demand) {
        long left = any.get() ? blocks.left(demand) : 0;
        return left > 0 ? Blocks.rejection(demand, left) : null;
    }

    private void learn(Demand demand, Decision decision) {
        if (decision.blocked() || any.get()) {
            blocks.learn(demand, decision);
        }
    }

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        Grant rejection = Grant.rejecting(acquisition.demands(), this::rejection);
        if (rejection != null) {
            callback.answered(rejection, null);
            return;
        }
        store.acquire(acquisition, callback.after(this::learn));
    }

    private void learn(@Nullable Grant grant) {
        if (grant != null && grant.turn() == null) {
            for (int i = 0; i < grant.demands().size(); i++) {
                learn(grant.demands().get(i), grant.decisions().get(i));
            }
        }
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        return store.settle(settlements);
    }
}
