package io.github.ratelimited.hold;

import io.github.ratelimited.DecisionListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Permits of any number of limiters, all or none.
 *
 * @param taker takes them
 * @param combined what each limit takes
 */
record JointRequest(PermitTaker taker, CombinedLimits combined) implements PermitRequest {

    /** What limits take, {@code null} when no condition holds: the enforced together, then each that only watches. */
    static @Nullable PermitRequest of(List<? extends LimitUse> limits, PermitTaker taker) {
        CombinedLimits enforced = new CombinedLimits();
        limits.stream().filter(limit -> !limit.watches() && limit.applies()).forEach(enforced::add);
        List<ShadowRequest> watching = limits.stream()
                .filter(LimitUse::watches)
                .flatMap(limit -> ShadowRequest.of(limit, taker).stream())
                .toList();
        PermitRequest joint = enforced.isEmpty() ? null : new JointRequest(taker, enforced);
        return watching.isEmpty() ? joint : new WatchedRequest(joint, watching);
    }

    @Override
    public CompletableFuture<TakenPermits> take(Waiting waiting, DecisionListener listener) {
        return waiting == Waiting.BLOCKING
                ? CompletableFuture.completedFuture(taker.take(combined).reportTo(listener))
                : CancellableStage.of(taker.takeAsync(combined), taken -> taken.reportTo(listener));
    }
}
