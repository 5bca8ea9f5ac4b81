package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.RateLimitSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How long a key is blocked once it is refused, by the names of limiters. Safe for use by many threads. */
public final class BlockLengths {

    private final LimiterAttribute<Duration> said = byMethods();
    private final Supplier<RateLimitSettings> settings;

    BlockLengths(Supplier<RateLimitSettings> settings) {
        this.settings = settings;
    }

    private static LimiterAttribute<Duration> byMethods() {
        return new LimiterAttribute<>("blockFor", "block-for", MethodLimit::blockFor);
    }

    void add(LimitedMethod method) {
        said.add(method);
    }

    /**
     * How long a limiter blocks a key that it refuses.
     *
     * @param limiter name of a limiter
     * @return what a method with it, its settings or the defaults say, in this order; {@code null} if none does, and for a
     *     limiter that only watches
     */
    @Nullable
    public Duration of(String limiter) {
        RateLimitSettings all = settings.get();
        Duration ofMethod = said.of(limiter);
        Duration length = ofMethod != null ? ofMethod : all.blockFor(limiter);
        return length == null || all.mode(limiter) != LimiterMode.ENFORCE ? null : length;
    }

    /** One limiter has one length: methods that share it must not differ. */
    public static List<Finding> findings(Map<String, LimitedMethod> methods) {
        return byMethods().findings(methods);
    }
}
