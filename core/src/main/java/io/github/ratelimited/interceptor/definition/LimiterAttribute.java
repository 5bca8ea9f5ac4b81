package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the annotations of methods say about their limiters with one attribute, by the names of limiters. Safe for use by
 * many threads.
 *
 * @param <T> type of what they say
 */
public final class LimiterAttribute<T> {

    private final Map<String, T> said = new ConcurrentHashMap<>();
    private final String attribute;
    private final String property;
    private final Function<MethodLimit, @Nullable T> value;

    private LimiterAttribute(String attribute, String property, Function<MethodLimit, @Nullable T> value) {
        this.attribute = attribute;
        this.property = property;
        this.value = value;
    }

    static LimiterAttribute<FailurePolicy> onFailure() {
        return new LimiterAttribute<>("onFailure", "on-failure", MethodLimit::onFailure);
    }

    static LimiterAttribute<Duration> blockFor() {
        return new LimiterAttribute<>("blockFor", "block-for", MethodLimit::blockFor);
    }

    /** {@return where methods that share a limiter say different things of it, with any attribute of this kind} */
    public static List<Finding> allFindings(Map<String, LimitedMethod> methods) {
        List<Finding> findings = new ArrayList<>(onFailure().findings(methods));
        findings.addAll(blockFor().findings(methods));
        return findings;
    }

    void add(LimitedMethod method) {
        for (MethodLimit limit : method.limits()) {
            T known = value.apply(limit);
            if (known != null) {
                said.put(limit.name(), known);
            }
        }
    }

    @Nullable
    T of(String limiter) {
        return said.get(limiter);
    }

    private List<Finding> findings(Map<String, LimitedMethod> methods) {
        List<Finding> findings = new ArrayList<>();
        Map<String, T> first = new TreeMap<>();
        Map<String, String> places = new TreeMap<>();
        methods.forEach((place, method) -> {
            for (MethodLimit limit : method.limits()) {
                T here = value.apply(limit);
                T other = here == null ? null : first.putIfAbsent(limit.name(), here);
                String otherPlace = here == null ? null : places.putIfAbsent(limit.name(), place);
                if (other != null && !other.equals(here)) {
                    findings.add(new Finding(
                            "Rate limit '" + limit.name() + "' has " + attribute + " " + here + " here, but " + other
                                    + " on " + otherPlace,
                            place,
                            "Set it in one place only, or in " + SettingsPrecedence.property(limit.name()) + "."
                                    + property));
                }
            }
        });
        return findings;
    }
}
