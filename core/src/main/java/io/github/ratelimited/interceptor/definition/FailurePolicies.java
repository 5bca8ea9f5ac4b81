package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.interceptor.settings.RateLimitSettings;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What happens to calls that the store cannot decide, by the names of limiters. Safe for use by many threads. */
public final class FailurePolicies {

    private final LimiterAttribute<FailurePolicy> said = byMethods();
    private final Supplier<RateLimitSettings> settings;

    FailurePolicies(Supplier<RateLimitSettings> settings) {
        this.settings = settings;
    }

    private static LimiterAttribute<FailurePolicy> byMethods() {
        return new LimiterAttribute<>("onFailure", "on-failure", MethodLimit::onFailure);
    }

    void add(LimitedMethod method) {
        said.add(method);
    }

    /**
     * What happens to calls that the store cannot decide.
     *
     * @param limiter name of a limiter
     * @return what a method with it, its settings or the defaults say, in this order; {@code null} if none does
     */
    @Nullable
    public FailurePolicy of(String limiter) {
        FailurePolicy ofMethod = said.of(limiter);
        return ofMethod != null ? ofMethod : settings.get().onFailure(limiter);
    }

    /** One limiter has one policy: methods that share it must not differ. */
    public static List<Finding> findings(Map<String, LimitedMethod> methods) {
        return byMethods().findings(methods);
    }
}
