package io.github.ratelimited.interceptor.path;

import io.github.ratelimited.Audience;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.AspectContext;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.observe.BlockHistory;
import io.github.ratelimited.observe.DecisionCounts;
import io.github.ratelimited.observe.DeniedKeys;
import io.github.ratelimited.observe.LeaseCounts;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.RedisRateLimiters;
import java.time.Duration;
import java.util.List;

/** A program that calls a limited method until it is warm, and then a few times more, with a mark before each. */
final class WarmCall {

    private static final int WARM = 20;
    private static final int TRACED = 15;

    private WarmCall() {}

    static class Service {

        @RateLimited(name = "api", rate = 1000, interval = "1m", key = "#user")
        public String greet(String user) {
            return "Hello " + user;
        }
    }

    public static void main(String[] args) {
        try (RealRedis redis = RealRedis.open(new Redis(args[0], Integer.parseInt(args[1]), "given"));
                RateLimiters limiters = limiters(redis);
                AspectContext context =
                        AspectContext.of(Service.class).limiters(limiters).start()) {
            Service service = context.get(Service.class);
            for (int i = 0; i < WARM; i++) {
                service.greet("amy");
            }
            for (int i = 0; i < TRACED; i++) {
                mark();
                service.greet("amy");
            }
            done();
        }
    }

    /** What the auto-configuration sets, with each observer that it has. */
    private static RateLimiters limiters(RealRedis redis) {
        List<LimiterObserver> observers = List.of(
                new DecisionCounts(limiter -> false), new DeniedKeys(100), new BlockHistory(), new LeaseCounts());
        return RedisRateLimiters.builder(redis.client())
                .prefix("call-path")
                .timeout(Duration.ofSeconds(30))
                .audience(limiter -> Audience.CLIENT)
                .observer(LimiterObserver.of(observers))
                .build();
    }

    private static void mark() {}

    private static void done() {}
}
