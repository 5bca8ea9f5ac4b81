package io.github.ratelimited.rule;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The permits that the rules of one request take, all or none.
 *
 * @param limiters decide
 * @param permits permits for each limiter, at least one entry
 * @param timeout longest wait
 * @param counted the rules that took them
 */
record RulePermits(RateLimiters limiters, Map<RateLimiter, Long> permits, Duration timeout, List<Counted> counted) {

    /** What each limiter decided; the first is the decision about the request. */
    List<Decision> decide() {
        if (permits.size() > 1) {
            return limiters.decideEach(permits, timeout);
        }
        Map.Entry<RateLimiter, Long> only = permits.entrySet().iterator().next();
        return List.of(only.getKey().decide(only.getValue(), timeout));
    }

    /** The same without blocking. Cancelling gives permits back. */
    CompletableFuture<List<Decision>> decideAsync() {
        if (permits.size() > 1) {
            return limiters.decideEachAsync(permits, timeout).toCompletableFuture();
        }
        Map.Entry<RateLimiter, Long> only = permits.entrySet().iterator().next();
        CompletableFuture<Decision> decision =
                only.getKey().decideAsync(only.getValue(), timeout).toCompletableFuture();
        CompletableFuture<List<Decision>> each = decision.thenApply(List::of);
        each.whenComplete((decided, failure) -> decision.cancel(false));
        return each;
    }

    /** {@return the names of the limiters, sorted} */
    Set<String> names() {
        return permits.keySet().stream().map(RateLimiter::name).collect(Collectors.toCollection(TreeSet::new));
    }
}
