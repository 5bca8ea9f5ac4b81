package io.github.ratelimited.autoconfigure.gateway;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns when a route is made whose requests would fail or count otherwise than the arguments of its filter say. Gateway makes
 * all routes again when one has changed, and a route several times; its problems are logged when they are others than before.
 * Safe for use by many threads.
 */
final class GatewayRoutesCheck {

    private static final Logger log = LoggerFactory.getLogger(GatewayRateLimiter.class);

    private static final String PREFIX = "ratelimited.";

    private static final Set<String> KNOWN = Set.of(PREFIX + "limiter", PREFIX + "permits");

    private final Supplier<RateLimiters> limiters;
    private final Supplier<SettingsPrecedence> settings;
    private final Map<String, List<String>> last = new ConcurrentHashMap<>();

    GatewayRoutesCheck(Supplier<RateLimiters> limiters, Supplier<SettingsPrecedence> settings) {
        this.limiters = limiters;
        this.settings = settings;
    }

    /**
     * Reports what is wrong with the filter of a route.
     *
     * @param limiter name of its limiter
     * @param byDefault whether a filter that names no limiter uses ours
     */
    void report(String route, String limiter, long permits, Set<String> arguments, boolean byDefault) {
        List<String> problems = new ArrayList<>();
        if (settings.get().mode(limiter) == LimiterMode.ENFORCE) {
            checkPermits(limiter, permits, problems);
        }
        List<String> unknown = unknown(arguments);
        if (!unknown.isEmpty()) {
            problems.add("has unknown arguments, which change nothing: " + unknown
                    + ". Known are ratelimited.limiter and ratelimited.permits");
        }
        if (!byDefault && arguments.stream().noneMatch(GatewayRoutesCheck::namesALimiter)) {
            problems.add("has arguments for ratelimited, but its filter uses the default limiter, which is another."
                    + " Add the argument rate-limiter=#{@ratelimitedGateway}, or set"
                    + " spring.cloud.gateway.server.webflux.redis.enabled=false");
        }
        if (!problems.equals(last.put(route, problems))) {
            problems.forEach(problem -> log.warn("Route '{}' {}", route, problem));
        }
    }

    private void checkPermits(String limiter, long permits, List<String> problems) {
        RateLimit limit = settings.get().limits().get(limiter);
        if (!limiters.get().names().contains(limiter)) {
            problems.add(
                    "counts by the rate limit '" + limiter + "', which has no limit, so that its requests fail. Set "
                            + SettingsPrecedence.property(limiter)
                            + ".rate and .interval, or the argument ratelimited.limiter to another name");
        } else if (limit != null
                && permits > limit.maxPermits()
                && !settings.get().isLimitOfCall(limiter, "key", null)) {
            problems.add("takes " + permits + " permits of the rate limit '" + limiter + "', which grants at most "
                    + limit.maxPermits() + ", so that its requests fail. Take fewer, or set a higher rate");
        }
    }

    /** {@return the arguments that are for a limiter of ours, and which it does not know} */
    private static List<String> unknown(Set<String> arguments) {
        return arguments.stream()
                .filter(argument -> argument.startsWith(PREFIX) && !KNOWN.contains(argument))
                .sorted()
                .toList();
    }

    private static boolean namesALimiter(String argument) {
        return argument.replace("-", "").equalsIgnoreCase("rateLimiter");
    }
}
