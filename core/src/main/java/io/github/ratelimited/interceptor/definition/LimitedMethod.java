package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.Audience;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.expression.KnownVariables;
import io.github.ratelimited.interceptor.fallback.Fallback;
import io.github.ratelimited.interceptor.invocation.ReturnKind;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a method. Either it has no limits, or it has findings and cannot be called, or it has limits.
 *
 * @param place the method for messages
 * @param limits the limits in the order in which they are written, all of which must have permits
 * @param variables variables of the expressions
 * @param usesScope whether an expression needs to know more than the arguments
 * @param kind what the method returns
 * @param findings mistakes in the annotations
 */
public record LimitedMethod(
        String place,
        List<MethodLimit> limits,
        KnownVariables variables,
        boolean usesScope,
        ReturnKind kind,
        List<Finding> findings) {

    /** Stands for every method that is not limited. */
    static final LimitedMethod NONE =
            new LimitedMethod("", List.of(), KnownVariables.NONE, false, ReturnKind.SYNCHRONOUS, List.of());

    public boolean isLimited() {
        return this != NONE;
    }

    /**
     * {@return the limits of methods by the names of their limiters} An annotation that describes a limit gives it to all
     * that only have its name; if none does, the configuration gives it. Of several, the one whose method comes first.
     */
    public static SortedMap<String, RateLimit> limits(Collection<LimitedMethod> methods) {
        SortedMap<String, RateLimit> limits = new TreeMap<>();
        List<MethodLimit> sorted = methods.stream()
                .sorted(Comparator.comparing(LimitedMethod::place))
                .flatMap(method -> method.limits().stream())
                .sorted(Comparator.comparing(limit -> !limit.describes()))
                .toList();
        for (MethodLimit limit : sorted) {
            if (limit.limit() != null) {
                limits.putIfAbsent(limit.name(), limit.limit());
            }
        }
        return limits;
    }

    /** Whether what a call took is settled when it is over. Asked by each call, so it makes no garbage. */
    public boolean settles() {
        for (int i = 0; i < limits.size(); i++) {
            if (limits.get(i).expressions().settle() != null) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of the limits is not meant for clients. Asked by each call, so it makes no garbage. */
    public boolean hidesLimits() {
        for (int i = 0; i < limits.size(); i++) {
            if (limits.get(i).audience() == Audience.NONE) {
                return true;
            }
        }
        return false;
    }

    /** The fallback of the limiter that rejected the call, or {@code null} where it has none. */
    @Nullable
    public Fallback fallback(String limiter) {
        for (MethodLimit limit : limits) {
            if (limit.name().equals(limiter) && limit.fallback() != null) {
                return limit.fallback();
            }
        }
        return null;
    }

    public void requireNoFindings() {
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(findings);
        }
    }
}
