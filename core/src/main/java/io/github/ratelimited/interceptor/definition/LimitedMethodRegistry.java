package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.interceptor.settings.RateLimitSettings;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The limits of all methods under the same settings, each method read once. Safe for use by many threads. */
public final class LimitedMethodRegistry {

    private record Target(Method method, Class<?> type) {}

    private final ConcurrentMap<Target, LimitedMethod> methods = new ConcurrentHashMap<>();
    private final Set<String> unnamed = ConcurrentHashMap.newKeySet();
    private final FailurePolicies policies;
    private final BlockLengths lengths;
    private final LimitedMethodReader reader;
    private final Supplier<RateLimitSettings> settings;
    private final int generation;

    /**
     * Starts without methods.
     *
     * @param generation how often the settings had changed before
     */
    LimitedMethodRegistry(LimitedMethodReader reader, Supplier<RateLimitSettings> settings, int generation) {
        this.reader = reader;
        this.settings = settings;
        this.policies = new FailurePolicies(settings);
        this.lengths = new BlockLengths(settings);
        this.generation = generation;
    }

    LimitedMethod find(Method method, Class<?> targetClass) {
        Target target = new Target(method, targetClass);
        @Nullable LimitedMethod known = methods.get(target);
        if (known != null) {
            return known;
        }
        LimitedMethod read = reader.read(method, targetClass);
        policies.add(read);
        lengths.add(read);
        read.limits().stream()
                .filter(limit -> !limit.named())
                .map(MethodLimit::name)
                .forEach(unnamed::add);
        @Nullable LimitedMethod other = methods.putIfAbsent(target, read);
        return other != null ? other : read;
    }

    /** Whether the method is limited, for which one that is and is not known yet is not read. */
    boolean isLimited(Method method, Class<?> targetClass) {
        Target target = new Target(method, targetClass);
        @Nullable LimitedMethod known = methods.get(target);
        if (known != null) {
            return known.isLimited();
        }
        boolean limited = reader.isLimited(method, targetClass);
        if (!limited) {
            methods.putIfAbsent(target, LimitedMethod.NONE);
        }
        return limited;
    }

    /** Reads what others have read, under the settings of this one. */
    void readAgain(LimitedMethodRegistry others) {
        others.methods.forEach((target, method) -> {
            if (method.isLimited()) {
                find(target.method(), target.type());
            }
        });
    }

    public Collection<LimitedMethod> limited() {
        return methods.values().stream().filter(LimitedMethod::isLimited).toList();
    }

    /** Whether the name was made from a method, so that it reveals the program's internals. */
    boolean isUnnamed(String limiter) {
        return unnamed.contains(limiter);
    }

    FailurePolicies failurePolicies() {
        return policies;
    }

    BlockLengths blockLengths() {
        return lengths;
    }

    RateLimitSettings settings() {
        return settings.get();
    }

    int generation() {
        return generation;
    }
}
