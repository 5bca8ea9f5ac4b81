package io.github.ratelimited.sample.page;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.sample.page.Tick.Limiter;
import io.github.ratelimited.sample.page.Tick.Period;
import io.github.ratelimited.sample.page.Tick.Situation;
import io.github.ratelimited.sample.stories.Tenants;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Looks twice a second how things stand, while a page is open. */
@Component
final class Situations {

    private static final Map<String, String> KEYS = Map.of(
            "greetings", Story.USER,
            "replies", Story.USER,
            "codes", Story.USER,
            "quota", Story.USER,
            "quota-month", Story.USER,
            "public", Story.ADDRESS,
            "chat-requests", Story.USER,
            "chat-tokens", Story.USER,
            "login", Story.USER);

    private final RateLimiters limiters;
    private final RedisSwitch redis;
    private final Instances instances;
    private final Feed feed;
    private final Calls calls;
    private final Tenants tenants;

    Situations(RateLimiters limiters, RedisSwitch redis, Instances instances, Feed feed, Calls calls, Tenants tenants) {
        this.calls = calls;
        this.tenants = tenants;
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
                    .thenRun(() -> feed.stands(Situation.of(
                            redis.state(),
                            instances.ports(),
                            asked.stream().map(CompletableFuture::join).toList())));
        }
    }

    private CompletableFuture<Limiter> ask(String name) {
        RateLimiter limiter = limiters.get(name);
        RateLimiter counted = KEYS.containsKey(name) ? limiter.forKey(KEYS.get(name)) : limiter;
        if (name.equals("search")) {
            counted = limiter.forKey(calls.tenant()).withPlan(tenants.planOf(calls.tenant()));
        }
        return ask(name, counted);
    }

    private CompletableFuture<Limiter> ask(String name, RateLimiter counted) {
        CompletableFuture<Optional<Long>> left =
                unlessUnavailable(counted.availablePermitsAsync().thenApply(Optional::of), Optional.empty());
        CompletableFuture<Duration> blocked = unlessUnavailable(counted.blockedForAsync(), Duration.ZERO);
        return counted.limitAsync()
                .toCompletableFuture()
                .thenCombine(
                        left.thenCombine(blocked, Left::new),
                        (limit, now) -> new Limiter(
                                name,
                                limit.rate(),
                                limit.interval().toMillis(),
                                limit.algorithm(),
                                now.permits.orElse(null),
                                now.blocked.toMillis(),
                                Period.of(limit.calendar())));
    }

    private record Left(Optional<Long> permits, Duration blocked) {}

    private static <T> CompletableFuture<T> unlessUnavailable(CompletionStage<T> asked, T otherwise) {
        return asked.toCompletableFuture().orTimeout(1, TimeUnit.SECONDS).exceptionally(unavailable -> otherwise);
    }
}
