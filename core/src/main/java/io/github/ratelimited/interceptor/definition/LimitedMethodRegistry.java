package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The limits of all methods under the same settings, each method read once. Safe for use by many threads. */
public final class LimitedMethodRegistry {

    /** By the class of the target, and not by a key of both, which each call would make. */
    private final ConcurrentMap<Class<?>, ConcurrentMap<Method, LimitedMethod>> classes = new ConcurrentHashMap<>();

    private final Set<String> unnamed = ConcurrentHashMap.newKeySet();
    private final Map<String, FailurePolicy> failurePolicies = new ConcurrentHashMap<>();
    private final Map<String, Duration> blocks = new ConcurrentHashMap<>();
    private final LimitedMethodReader reader;
    private final Supplier<SettingsPrecedence> settings;
    private final int generation;

    /**
     * Starts without methods.
     *
     * @param generation how often the settings had changed before
     */
    LimitedMethodRegistry(LimitedMethodReader reader, Supplier<SettingsPrecedence> settings, int generation) {
        this.reader = reader;
        this.settings = settings;
        this.generation = generation;
    }

    /** {@return what is known of a method of the target's class, read if it is not known yet} */
    public LimitedMethod find(Method method, Class<?> targetClass) {
        LimitedMethod known = known(method, targetClass);
        if (known != null) {
            return known;
        }
        LimitedMethod read = reader.read(method, targetClass);
        for (MethodLimit limit : read.limits()) {
            if (limit.onFailure() != null) {
                failurePolicies.put(limit.name(), limit.onFailure());
            }
            if (limit.blockFor() != null) {
                blocks.put(limit.name(), limit.blockFor());
            }
            if (!limit.named()) {
                unnamed.add(limit.name());
            }
        }
        return put(method, targetClass, read);
    }

    private @Nullable LimitedMethod known(Method method, Class<?> targetClass) {
        ConcurrentMap<Method, LimitedMethod> ofClass = classes.get(targetClass);
        return ofClass == null ? null : ofClass.get(method);
    }

    /** {@return the one that was put first} */
    private LimitedMethod put(Method method, Class<?> targetClass, LimitedMethod read) {
        LimitedMethod other = classes.computeIfAbsent(targetClass, first -> new ConcurrentHashMap<>())
                .putIfAbsent(method, read);
        return other != null ? other : read;
    }

    /** Whether the method is limited, for which one that is and is not known yet is not read. */
    boolean isLimited(Method method, Class<?> targetClass) {
        LimitedMethod known = known(method, targetClass);
        if (known != null) {
            return known.isLimited();
        }
        boolean limited = reader.isLimited(method, targetClass);
        if (!limited) {
            put(method, targetClass, LimitedMethod.NONE);
        }
        return limited;
    }

    /** Reads what others have read, under the settings of this one. */
    void readAgain(LimitedMethodRegistry others) {
        others.classes.forEach((type, methods) -> methods.forEach((method, read) -> {
            if (read.isLimited()) {
                find(method, type);
            }
        }));
    }

    public Collection<LimitedMethod> limited() {
        return classes.values().stream()
                .flatMap(methods -> methods.values().stream())
                .filter(LimitedMethod::isLimited)
                .toList();
    }

    /** {@return the limits of methods and of the configuration by name, as {@link LimitedMethod#limits} gives them} */
    public Map<String, RateLimit> limits() {
        Map<String, RateLimit> limits = new HashMap<>(settings().limits());
        limits.putAll(LimitedMethod.limits(limited()));
        return limits;
    }

    /** Whether the name was made from a method, so that it reveals the program's internals. */
    boolean isUnnamed(String limiter) {
        return unnamed.contains(limiter);
    }

    @Nullable
    FailurePolicy failurePolicy(String limiter) {
        FailurePolicy ofMethod = failurePolicies.get(limiter);
        return ofMethod != null ? ofMethod : settings().onFailure(limiter);
    }

    /** {@return how long a limiter blocks a key that it rejects, {@code null} for not at all} */
    public @Nullable Duration blockFor(String limiter) {
        Duration ofMethod = blocks.get(limiter);
        Duration length = ofMethod != null ? ofMethod : settings().blockFor(limiter);
        return length == null || settings().mode(limiter) != LimiterMode.ENFORCE ? null : length;
    }

    SettingsPrecedence settings() {
        return settings.get();
    }

    int generation() {
        return generation;
    }
}
