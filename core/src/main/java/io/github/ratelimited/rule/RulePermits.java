package io.github.ratelimited.rule;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.hold.PermitTaker;
import io.github.ratelimited.hold.Shares;
import io.github.ratelimited.hold.Taken;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The permits that the rules of one request take, all or none.
 *
 * @param taker takes them
 * @param shares what each rule takes, at least one
 * @param counted the rules that take it
 */
record RulePermits(PermitTaker taker, Shares shares, List<Counted> counted) {

    /** What was taken or refused, for which the thread may wait. */
    Taken take() {
        return taker.take(shares);
    }

    /** The same without blocking. Cancelling gives permits back for as long as they are not there. */
    CompletableFuture<Taken> takeAsync() {
        return taker.takeAsync(shares);
    }

    /** {@return the names of the limiters, sorted} */
    Set<String> names() {
        return shares.permits().keySet().stream().map(RateLimiter::name).collect(Collectors.toCollection(TreeSet::new));
    }
}
