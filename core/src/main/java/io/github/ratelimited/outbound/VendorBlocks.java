package io.github.ratelimited.outbound;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.rule.RuleUse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;

/**
 * Blocks limiters for as long as a vendor asks for. A request that was under way when a block came does not lengthen it.
 * Safe for use by many threads.
 */
final class VendorBlocks {

    private static final Logger log = LoggerFactory.getLogger(VendorBlocks.class);
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    /** When this process blocked limiters last, by {@code System.nanoTime()}. */
    private final Cache<RateLimiter, Long> blocked = Caffeine.newBuilder()
            .maximumSize(10_000)
            .expireAfterWrite(Duration.ofHours(1))
            .build();

    /** Names of limiters that could not be blocked when a vendor last asked for it. */
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    /**
     * Does what an answer asks for.
     *
     * @param rules the rules that are for the request
     * @param sent when it was sent, by {@code System.nanoTime()}
     * @return complete when the limiters are blocked; never fails
     */
    CompletableFuture<Void> obey(List<RuleUse> rules, int status, HttpHeaders headers, long sent) {
        VendorAnswer answer = new VendorAnswer(status, headers);
        return CompletableFuture.allOf(
                rules.stream().map(one -> obey(one, answer, sent)).toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> obey(RuleUse rule, VendorAnswer answer, long sent) {
        RateLimiter limiter = rule.counted();
        ObeySettings obey = ((ClientContext) rule.match().context()).limit().obey();
        if (limiter == null || obey == null) {
            return DONE;
        }
        Duration wait = answer.wait(obey);
        return wait.isZero() || !isFirst(limiter, sent) ? DONE : block(limiter, answer, wait);
    }

    /** Of answers to requests that were sent before a block the first one alone counts. */
    private boolean isFirst(RateLimiter limiter, long sent) {
        boolean[] first = {false};
        blocked.asMap().compute(limiter, (key, before) -> {
            first[0] = before == null || sent - before > 0;
            return first[0] ? Long.valueOf(System.nanoTime()) : before;
        });
        return first[0];
    }

    /** Blocks a limiter that is not blocked already. */
    CompletableFuture<Void> block(RateLimiter limiter, VendorAnswer answer, Duration wait) {
        try {
            // A request never passes a block, so one that was answered while there is a block was sent before.
            return limiter.blockedForAsync()
                    .thenCompose(left -> left.isZero() ? blocked(limiter, answer, wait) : DONE)
                    .thenRun(() -> failing.remove(limiter.name()))
                    .exceptionally(failure -> failed(limiter, answer, wait, failure))
                    .toCompletableFuture();
        } catch (RuntimeException ex) {
            failed(limiter, answer, wait, ex);
            return DONE;
        }
    }

    private static CompletionStage<Void> blocked(RateLimiter limiter, VendorAnswer answer, Duration wait) {
        return limiter.blockAsync(wait)
                .thenRun(() -> log.info(
                        "Rate limit '{}' is blocked for {}, because the vendor answered {}",
                        limiter.name(),
                        wait,
                        answer.status()));
    }

    private @Nullable Void failed(RateLimiter limiter, VendorAnswer answer, Duration wait, Throwable failure) {
        blocked.invalidate(limiter);
        if (failing.add(limiter.name())) {
            log.warn(
                    "Rate limit '{}' could not be blocked for {}, as an answer {} of the vendor asks; further failures"
                            + " are not logged until it can: {}",
                    limiter.name(),
                    wait,
                    answer.status(),
                    failure.toString());
        }
        return null;
    }
}
