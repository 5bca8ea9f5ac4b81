package io.github.ratelimited.sample.page;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.sample.page.Tick.Limiter;
import io.github.ratelimited.sample.page.Tick.Situation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Looks twice a second how things stand, while a page is open. */
@Component
final class Situations {

    private static final Map<String, String> KEYS =
            Map.of("greetings", Story.USER, "replies", Story.USER, "public", Story.ADDRESS);

    private final RateLimiters limiters;
    private final RedisSwitch redis;
    private final Instances instances;
    private final Feed feed;

    Situations(RateLimiters limiters, RedisSwitch redis, Instances instances, Feed feed) {
        this.limiters = limiters;
        this.redis = redis;
        this.instances = instances;
        this.feed = feed;
    }

    @Scheduled(fixedDelay = 500)
    void look() {
        if (feed.isWatched()) {
            List<CompletableFuture<Limiter>> asked =
                    limiters.names().stream().map(this::ask).toList();
            CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                    .thenRun(() -> feed.stands(new Situation(
                            redis.state(),
                            instances.ports(),
                            asked.stream().map(CompletableFuture::join).toList())));
        }
    }

    private CompletableFuture<Limiter> ask(String name) {
        RateLimiter limiter = limiters.get(name);
        RateLimiter counted = KEYS.containsKey(name) ? limiter.forKey(KEYS.get(name)) : limiter;
        return limiter.limitAsync()
                .thenCombine(
                        counted.availablePermitsAsync()
                                .toCompletableFuture()
                                .orTimeout(1, TimeUnit.SECONDS)
                                .exceptionally(unavailable -> null),
                        (limit, left) ->
                                new Limiter(name, limit.rate(), limit.interval().toMillis(), limit.algorithm(), left))
                .toCompletableFuture();
    }
}
