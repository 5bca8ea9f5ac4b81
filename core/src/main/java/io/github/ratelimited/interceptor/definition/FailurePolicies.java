package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.RateLimitSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What happens to calls that the store cannot decide, by the names of limiters. Safe for use by many threads. */
public final class FailurePolicies {

    private final Map<String, FailurePolicy> policies = new ConcurrentHashMap<>();
    private final Supplier<RateLimitSettings> settings;

    FailurePolicies(Supplier<RateLimitSettings> settings) {
        this.settings = settings;
    }

    void add(LimitedMethod method) {
        for (MethodLimit limit : method.limits()) {
            if (limit.onFailure() != null) {
                policies.put(limit.name(), limit.onFailure());
            }
        }
    }

    /**
     * What happens to calls that the store cannot decide.
     *
     * @param limiter name of a limiter
     * @return what a method with it, its settings or the defaults say, in this order; {@code null} if none does
     */
    @Nullable
    public FailurePolicy of(String limiter) {
        FailurePolicy said = policies.get(limiter);
        RateLimitSettings all = settings.get();
        return said != null
                ? said
                : all.own(limiter, LimiterSettings.NONE).orElse(all.defaults()).onFailure();
    }

    /** One limiter has one policy: methods that share it must not differ. */
    public static List<Finding> findings(Map<String, LimitedMethod> methods) {
        List<Finding> findings = new ArrayList<>();
        Map<String, FailurePolicy> said = new TreeMap<>();
        Map<String, String> places = new TreeMap<>();
        methods.forEach((place, method) -> {
            for (MethodLimit limit : method.limits()) {
                FailurePolicy policy = limit.onFailure();
                FailurePolicy other = policy == null ? null : said.putIfAbsent(limit.name(), policy);
                String otherPlace = policy == null ? null : places.putIfAbsent(limit.name(), place);
                if (other != null && other != policy) {
                    findings.add(new Finding(
                            "Rate limit '" + limit.name() + "' has onFailure " + policy + " here, but " + other + " on "
                                    + otherPlace,
                            place,
                            "Say it once, or in " + RateLimitSettings.property(limit.name()) + ".on-failure"));
                }
            }
        });
        return findings;
    }
}
