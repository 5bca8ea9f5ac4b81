package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.startup.StartupCheck;
import java.util.List;
import java.util.Map;

/** Finds methods whose calls Redisson's limiters cannot settle. */
final class UnsettledMethods implements StartupCheck {

    private final RateLimitedMethods methods;

    UnsettledMethods(RateLimitedMethods methods) {
        this.methods = methods;
    }

    @Override
    public List<Finding> findings() {
        return methods.limited().stream()
                .filter(LimitedMethod::settles)
                .map(method -> new Finding(
                        "settle works with permits that can be given back and charged, which RRateLimiter cannot do",
                        method.place(),
                        "Set ratelimited.store to redis or local, or leave settle out"))
                .distinct()
                .toList();
    }

    @Override
    public Map<String, String> limiters() {
        return Map.of();
    }
}
