package io.github.ratelimited.denial;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreRequest;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers rejections of a store: that so many permits are not due before a moment stays true until then, so asking for as
 * many or more without waiting that long is rejected without asking the store. A rejection is remembered with its limit.
 * What makes permits free earlier drops it, where it is done through this store: giving back, releasing, resetting. What
 * others do so is seen when the store is asked again. Decisions that do not rest on the store are not remembered.
 */
public final class DenialCacheStore implements LimiterStore {

    /** What is out of date stays until it is replaced, because reading the time once more costs as much as the rest. */
    private static final int MOST_KEYS = 10_000;

    /** For giving permits back. */
    private static final Duration RETURN = Duration.ofSeconds(1);

    private final LimiterStore store;
    private final LongSupplier clock;
    private final long longest;
    private final long latestReturn;
    private final Cache<LimiterKey, KeyDenials> known;

    /**
     * Makes a store.
     *
     * @param clock microseconds; one that goes back makes no rejection that was not there
     * @param longest how long a rejection is remembered at most, positive
     * @param latest how long the store waits for a reply: until then it may see a late grant and give it back
     */
    public DenialCacheStore(LimiterStore store, LongSupplier clock, Duration longest, Duration latest) {
        this.store = store;
        this.clock = clock;
        this.longest = Micros.of(longest);
        this.latestReturn = Micros.of(latest.plus(RETURN));
        this.known = Caffeine.newBuilder()
                .maximumSize(MOST_KEYS)
                .executor(Runnable::run)
                .build();
    }

    @Override
    public @Nullable Decision acquireNow(Demand demand, UsageMemo memo, Supplier<StoreRequest> request) {
        long now = clock.getAsLong();
        Decision rejection = recall(demand, now, 0, false);
        if (rejection != null) {
            return rejection;
        }
        return store.acquireNow(
                demand,
                memo,
                StoreRequest.answering(request, made -> learning(made.acquisition(), made.callback(), now)));
    }

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        long now = clock.getAsLong();
        Grant rejection = recall(acquisition, now);
        if (rejection != null) {
            callback.answered(rejection, null);
            return;
        }
        store.acquire(acquisition, learning(acquisition, callback, now));
    }

    private GrantCallback learning(Acquisition acquisition, GrantCallback callback, long asked) {
        return callback.after(grant -> learn(acquisition, grant, asked));
    }

    private @Nullable Grant recall(Acquisition acquisition, long now) {
        List<Demand> demands = acquisition.demands();
        Turn turn = acquisition.turn();
        if (turn != null && !turn.isFirst()) {
            // The store counts on being asked.
            return null;
        }
        // Only a single demand may be due later.
        long maxWait = demands.size() == 1 ? Micros.of(acquisition.maxWait()) : 0;
        return Grant.rejecting(demands, demand -> recall(demand, now, maxWait, turn != null));
    }

    private @Nullable Decision recall(Demand demand, long now, long maxWait, boolean waits) {
        KeyDenials denials = known.getIfPresent(demand.limiterKey());
        Denial denial = denials == null ? null : denials.find(demand, now, maxWait, waits);
        return denial == null ? null : denial.decisionFor(demand, now);
    }

    private void learn(Acquisition acquisition, @Nullable Grant grant, long asked) {
        if (grant == null) {
            acquisition.demands().forEach(this::distrust);
            return;
        }
        boolean inTurn = acquisition.turn() != null;
        for (int i = 0; i < grant.demands().size(); i++) {
            Demand demand = grant.demands().get(i);
            Decision decision = grant.decisions().get(i);
            if (decision.basis() != Basis.STORE) {
                distrust(demand);
            } else if (grant.allowed()) {
                // What is rejected now is rejected for longer; a new answer says for how long.
                forget(demand);
            } else if (!decision.allowed() && grant.turn() == null) {
                remember(demand, decision, asked, inTurn);
            }
        }
    }

    /** It may have been granted all the same, and be given back when the answer arrives. */
    private void distrust(Demand demand) {
        drop(demand, clock.getAsLong() + latestReturn);
    }

    private void remember(Demand demand, Decision decision, long asked, boolean inTurn) {
        Denial denial = Denial.of(demand, decision, asked, longest, inTurn);
        known.asMap()
                .compute(
                        demand.limiterKey(),
                        (limiterKey, denials) ->
                                (denials == null ? KeyDenials.noneSince(asked) : denials).with(denial));
    }

    private void forget(Demand demand) {
        LimiterKey limiterKey = demand.limiterKey();
        KeyDenials denials = known.getIfPresent(limiterKey);
        if (denials != null && !denials.rejected().isEmpty()) {
            known.asMap().computeIfPresent(limiterKey, (same, latest) -> KeyDenials.noneSince(latest.since()));
        }
    }

    private void drop(Demand demand, long since) {
        known.asMap()
                .merge(
                        demand.limiterKey(),
                        KeyDenials.noneSince(since),
                        (old, dropped) -> old.since() > since ? KeyDenials.noneSince(old.since()) : dropped);
    }

    /** Makes a change after which rejections of a limiter and key may no longer be true. */
    public <T> CompletionStage<T> freeing(Demand demand, Supplier<CompletionStage<T>> change) {
        return freeing(List.of(demand), change);
    }

    /** An answer that was in flight meanwhile may be from before the change. */
    private <T> CompletionStage<T> freeing(List<Demand> demands, Supplier<CompletionStage<T>> change) {
        demands.forEach(demand -> drop(demand, clock.getAsLong()));
        return change.get().whenComplete((done, failure) -> demands.forEach(demand -> drop(demand, clock.getAsLong())));
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        List<Demand> freed = settlements.stream()
                .filter(settlement -> settlement.back() > 0)
                .map(Settlement::demand)
                .toList();
        return freeing(freed, () -> store.settle(settlements));
    }
}
