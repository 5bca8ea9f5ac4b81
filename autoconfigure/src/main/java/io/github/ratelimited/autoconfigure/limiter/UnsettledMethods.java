package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.startup.StartupCheck;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds methods whose calls Redisson's limiters cannot settle, and those whose refused keys they cannot block. */
final class UnsettledMethods implements StartupCheck {

    private final RateLimitedMethods methods;

    UnsettledMethods(RateLimitedMethods methods) {
        this.methods = methods;
    }

    @Override
    public List<Finding> findings() {
        return Stream.concat(
                        find(
                                LimitedMethod::settles,
                                "settle works with permits that can be given back and charged, which RRateLimiter cannot"
                                        + " do",
                                "settle"),
                        find(
                                method -> method.limits().stream().anyMatch(limit -> limit.blockFor() != null),
                                "blockFor blocks the keys that are refused, which RRateLimiter cannot do",
                                "blockFor"))
                .distinct()
                .toList();
    }

    private Stream<Finding> find(Predicate<LimitedMethod> isWrong, String what, String attribute) {
        return methods.limited().stream()
                .filter(isWrong)
                .map(method -> new Finding(
                        what,
                        method.place(),
                        "Set ratelimited.store to redis or local, or leave " + attribute + " out"));
    }

    @Override
    public Map<String, String> limiters() {
        return Map.of();
    }
}
