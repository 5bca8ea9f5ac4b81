package io.github.ratelimited.failover;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.internal.Collaborator;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.local.OpenStore;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Applies the failure policies of limiters when a store cannot decide. What is counted in this process meanwhile is
 * kept when the store decides again, so a store that fails now and then gives no one a fresh limit. Permits go back to
 * the store that granted them.
 */
public final class FailurePolicyStore implements LimiterStore {

    private final LimiterStore store;
    private final LocalStore local;
    private final OpenStore open = new OpenStore();
    private final Collaborator<Function<String, FailurePolicy>> policies;
    private final LocalShare share;

    /**
     * Makes a store of two.
     *
     * @param store decides while it can
     * @param local decides for {@link FailurePolicy#LOCAL}; its decisions have the basis {@link Basis#LOCAL}
     * @param policies policy of a limiter by its name, asked at each failure; {@link FailurePolicy#LOCAL} where they have none
     * @param share part of a limit that this process may grant by itself
     */
    public FailurePolicyStore(
            LimiterStore store, LocalStore local, Function<String, FailurePolicy> policies, LocalShare share) {
        this.store = store;
        this.local = local;
        this.policies = new Collaborator<>(policies);
        this.share = share;
    }

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        store.acquire(acquisition, (grant, failure) -> {
            if (failure != null && Futures.cause(failure) instanceof RateLimiterUnavailableException ex) {
                decide(acquisition, ex, callback);
            } else {
                callback.answered(grant, failure);
            }
        });
    }

    private FailurePolicy policyOf(Demand demand) {
        return policies.ask(
                each -> Objects.requireNonNull(each.apply(demand.limiter()), "failure policy"), FailurePolicy.LOCAL);
    }

    private void decide(Acquisition acquisition, RateLimiterUnavailableException failure, GrantCallback callback) {
        List<Demand> free = new ArrayList<>();
        List<Demand> counted = new ArrayList<>();
        for (Demand demand : acquisition.demands()) {
            switch (policyOf(demand)) {
                case OPEN -> free.add(demand);
                case LOCAL -> counted.add(demand);
                case CLOSED -> {
                    callback.answered(null, fresh(failure));
                    return;
                }
            }
        }
        if (counted.isEmpty()) {
            open.acquire(acquisition, callback);
        } else {
            locally(counted, acquisition, failure, free.isEmpty() ? callback : withFree(acquisition, free, callback));
        }
    }

    /** Fresh, because the failure may be shared by all calls of an outage and have the stack trace of another. */
    private static RateLimiterUnavailableException fresh(RateLimiterUnavailableException failure) {
        return new RateLimiterUnavailableException(String.valueOf(failure.getMessage()), failure.getCause());
    }

    private void locally(
            List<Demand> counted, Acquisition whole, RateLimiterUnavailableException failure, GrantCallback callback) {
        List<Demand> shared = counted.stream().map(share::of).toList();
        try {
            shared.forEach(demand -> demand.limit().checkPermits(demand.limiter(), demand.permits()));
        } catch (IllegalArgumentException ex) {
            String message = failure.getMessage() + "; and this process alone cannot grant it: " + ex.getMessage();
            callback.answered(null, new RateLimiterUnavailableException(message, failure));
            return;
        }
        local.acquire(new Acquisition(shared, whole.maxWait(), whole.deadline(), whole.turn()), callback);
    }

    private static GrantCallback withFree(Acquisition acquisition, List<Demand> free, GrantCallback callback) {
        return (counted, failure) ->
                callback.answered(counted == null ? null : inOrder(acquisition.demands(), free, counted), failure);
    }

    private static Grant inOrder(List<Demand> all, List<Demand> free, Grant counted) {
        Iterator<Decision> next = counted.decisions().iterator();
        List<Decision> decisions = all.stream()
                .map(demand -> free.contains(demand) ? OpenStore.granted(demand) : next.next())
                .toList();
        return new Grant(all, decisions, counted.reservations());
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        List<Settlement> ofStore = new ArrayList<>();
        List<Settlement> ofLocal = new ArrayList<>();
        settlements.forEach(
                settlement -> (settlement.reservation().basis() == Basis.LOCAL ? ofLocal : ofStore).add(settlement));
        CompletionStage<Double> here = local.settle(ofLocal);
        return ofStore.isEmpty() ? here : here.thenCombine(store.settle(ofStore), Double::sum);
    }

    /** Asks about use. Where the store cannot answer, the failure policy of the limiter says who does. */
    public <T> CompletionStage<T> orByPolicy(
            Demand demand, BiFunction<UsageStore, Demand, CompletionStage<T>> question, CompletionStage<T> answer) {
        return answer.exceptionallyCompose(
                failure -> Futures.cause(failure) instanceof RateLimiterUnavailableException ex
                        ? byPolicy(demand, question, ex)
                        : CompletableFuture.failedFuture(failure));
    }

    private <T> CompletionStage<T> byPolicy(
            Demand demand,
            BiFunction<UsageStore, Demand, CompletionStage<T>> question,
            RateLimiterUnavailableException failure) {
        return switch (policyOf(demand)) {
            case OPEN -> question.apply(open, demand);
            case CLOSED -> CompletableFuture.failedFuture(fresh(failure));
            case LOCAL -> question.apply(local, share.of(demand));
        };
    }

    /**
     * Blocks a limiter and key: in this process in any case, for a time when the store cannot decide, and then in the store.
     *
     * @param duration how long, zero to lift the block
     * @param inStore blocks it there
     * @return the end of the block; fails where the store cannot block
     */
    public CompletionStage<Duration> block(
            Demand demand, Duration duration, Supplier<CompletionStage<Duration>> inStore) {
        return local.block(share.of(demand), duration).thenCompose(done -> inStore.get());
    }

    /** An outage must not bring a block back that another instance has lifted. */
    public void unblocked(Demand demand) {
        local.block(share.of(demand), Duration.ZERO);
    }

    /** Forgets what is counted of a limiter and key: in this process in any case, and then in the store. */
    public CompletionStage<Void> reset(Demand demand, Supplier<CompletionStage<Void>> inStore) {
        return local.reset(demand).thenCompose(done -> inStore.get());
    }
}
