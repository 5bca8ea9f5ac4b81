package io.github.ratelimited.local;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.limits.AppliedLimit;
import io.github.ratelimited.limits.KeyLimits;
import io.github.ratelimited.limits.LimitRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One limit, too high to be met, for every name: where nothing is limited a request must not fail either because its
 * name is unknown or because it asks for more permits than the declared limit could ever grant.
 */
final class OpenLimitRegistry implements LimitRegistry {

    private static final RateLimit UNMET = RateLimit.of(1_000_000, Duration.ofSeconds(1))
            .withAlgorithm(Algorithm.TOKEN_BUCKET)
            .withBurst(1_000_000_000_000L);

    private final LocalLimitRegistry known = new LocalLimitRegistry();

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
    public KeyLimits keys() {
        return known.keys();
    }

    @Override
    public CompletionStage<RateLimit> load(String name) {
        return CompletableFuture.completedFuture(UNMET);
    }

    @Override
    public void declare(String name, RateLimit limit) {
        known.declare(name, limit);
    }

    @Override
    public CompletionStage<Boolean> trySet(String name, RateLimit limit) {
        return known.trySet(name, limit);
    }

    @Override
    public CompletionStage<Void> set(String name, RateLimit limit) {
        return known.set(name, limit);
    }

    @Override
    public CompletionStage<Void> clear(String name) {
        return known.clear(name);
    }

    @Override
    public boolean isSet(String name) {
        return known.isSet(name);
    }

    @Override
    public Set<String> names() {
        return known.names();
    }

    @Override
    public void close() {
        known.close();
    }
}
