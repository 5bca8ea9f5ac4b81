package io.github.ratelimited.local;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.limits.AppliedLimit;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One limit, too high to be met, for every name: where nothing is limited a request must not fail either because its
 * name is unknown or because it asks for more permits than the declared limit could ever grant.
 */
final class OpenLimitRegistry extends LocalLimitRegistry {

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
