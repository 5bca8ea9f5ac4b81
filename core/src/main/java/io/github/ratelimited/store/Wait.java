package io.github.ratelimited.store;

import io.github.ratelimited.Decision;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One caller's request until it is decided: asking, sleeping until permits that are reserved are due, asking again when
 * a turn was too far off to be reserved. Ending it in any other way (cancelling, closing) gives back what is booked.
 */
final class Wait extends CompletableFuture<Decision> {

    /** 292 years, the longest that does not overflow. */
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    /** Who waits for longer asks again then: a change of the limit can put a turn off for millions of years. */
    private static final Duration LONGEST_PAUSE = Duration.ofDays(200 * 365);

    private final Waits waits;
    private final List<Demand> demands;
    private final Executor executor;
    private final long startedAt = System.nanoTime();
    private final long timeoutNanos;
    private volatile boolean paused;

    Wait(Waits waits, List<Demand> demands, Duration timeout, Executor executor) {
        this.waits = waits;
        this.demands = demands;
        this.executor = executor;
        this.timeoutNanos = timeout.isNegative() ? 0 : (timeout.compareTo(FOREVER) > 0 ? FOREVER : timeout).toNanos();
    }

    long startedAt() {
        return startedAt;
    }

    private long nanosLeft() {
        return timeoutNanos == 0 ? 0 : Math.max(0, timeoutNanos - (System.nanoTime() - startedAt));
    }

    void ask() {
        if (isDone()) {
            return;
        }
        Duration maxWait = demands.size() > 1 ? Duration.ZERO : shorter(Duration.ofNanos(nanosLeft()), waits.horizon());
        CompletionStage<Grant> answer = waits.store().acquire(new Acquisition(demands, maxWait, waits.deadline(this)));
        boolean there = answer.toCompletableFuture().isDone();
        answer.whenComplete((grant, failure) -> answered(grant, failure, there ? Runnable::run : this::elsewhere));
    }

    private void answered(@Nullable Grant grant, @Nullable Throwable failure, Executor how) {
        if (grant == null) {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            how.execute(() -> completeExceptionally(cause));
        } else if (grant.allowed()) {
            granted(grant, how);
        } else {
            refused(grant.decision(), how);
        }
    }

    private void granted(Grant grant, Executor how) {
        Duration delay = grant.delay();
        Decision decision = withPauses(grant.decision());
        if (delay.isZero()) {
            how.execute(() -> {
                if (!complete(decision)) {
                    waits.giveBack(grant.ticket());
                }
            });
        } else {
            whenComplete((result, failure) -> {
                if (failure != null) {
                    waits.giveBack(grant.ticket());
                }
            });
            waits.sleep(this, () -> elsewhere(() -> complete(decision)), delay);
        }
    }

    private void refused(Decision decision, Executor how) {
        Duration retryAfter = shorter(decision.retryAfter(), LONGEST_PAUSE);
        long left = nanosLeft();
        if (left == 0 || retryAfter.toNanos() > left) {
            how.execute(() -> complete(decision));
            return;
        }
        // Half a horizon early: many who are told the same moment then find room to book, instead of one at a time.
        Duration pause = demands.size() > 1
                ? retryAfter
                : retryAfter.minus(waits.horizon().dividedBy(2));
        paused = true;
        waits.sleep(this, this::ask, pause);
    }

    private Decision withPauses(Decision decision) {
        return !paused
                ? decision
                : new Decision(
                        decision.limiter(),
                        decision.limit(),
                        true,
                        decision.delay().plusNanos(System.nanoTime() - startedAt),
                        decision.remaining(),
                        decision.retryAfter(),
                        decision.resetAfter(),
                        decision.basis());
    }

    private void elsewhere(Runnable completion) {
        try {
            executor.execute(completion);
        } catch (RejectedExecutionException ex) {
            completion.run();
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
