package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.RateLimitSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How long a key is blocked once it is refused, by the names of limiters. Safe for use by many threads. */
public final class BlockLengths {

    private final Map<String, Duration> lengths = new ConcurrentHashMap<>();
    private final Supplier<RateLimitSettings> settings;

    BlockLengths(Supplier<RateLimitSettings> settings) {
        this.settings = settings;
    }

    void add(LimitedMethod method) {
        for (MethodLimit limit : method.limits()) {
            if (limit.blockFor() != null) {
                lengths.put(limit.name(), limit.blockFor());
            }
        }
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
        Duration said = lengths.get(limiter);
        Duration length = said != null ? said : all.blockFor(limiter);
        return length == null || all.mode(limiter) != LimiterMode.ENFORCE ? null : length;
    }

    /** One limiter has one length: methods that share it must not differ. */
    public static List<Finding> findings(Map<String, LimitedMethod> methods) {
        List<Finding> findings = new ArrayList<>();
        Map<String, Duration> said = new TreeMap<>();
        Map<String, String> places = new TreeMap<>();
        methods.forEach((place, method) -> {
            for (MethodLimit limit : method.limits()) {
                Duration length = limit.blockFor();
                Duration other = length == null ? null : said.putIfAbsent(limit.name(), length);
                String otherPlace = length == null ? null : places.putIfAbsent(limit.name(), place);
                if (other != null && !other.equals(length)) {
                    findings.add(new Finding(
                            "Rate limit '" + limit.name() + "' has blockFor " + length + " here, but " + other + " on "
                                    + otherPlace,
                            place,
                            "Say it once, or in " + RateLimitSettings.property(limit.name()) + ".block-for"));
                }
            }
        });
        return findings;
    }
}
