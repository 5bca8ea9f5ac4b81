package io.github.ratelimited.failover;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.batch.DeadlineTimer;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.store.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends nothing to a store once three of the last four batches have failed, until a {@link RecoveryProbe} succeeds. A batch
 * that is not answered in time is followed by such a probe at once, and that by another while none is answered, because
 * nothing else may be sent before. Safe for use by many threads.
 */
final class Breaker {

    private static final int LAST_FOUR = 0b1111;
    private static final int MOST_FAILED = 3;

    /** A batch in flight; only a trial decides while the breaker is open. */
    private record Sent(Deadline deadline, boolean trial, Runnable probe) {}

    private final Duration timeout;
    private final RecoveryProbe recovery;
    private final OutageLog outages;
    private final Map<CompletableFuture<?>, Sent> inFlight = new ConcurrentHashMap<>();
    private final DeadlineTimer deadlines = new DeadlineTimer(this::endThoseOver);
    private volatile @Nullable RateLimiterUnavailableException outage;
    private int lastFour;

    /**
     * Makes a closed breaker.
     *
     * @param timeout a batch that takes longer counts as failed
     * @param timer runs the probes
     * @param outages notified when it opens and closes
     */
    Breaker(Duration timeout, ScheduledExecutorService timer, OutageLog outages) {
        this.timeout = timeout;
        this.recovery = new RecoveryProbe(timer);
        this.outages = outages;
    }

    /** {@return why nothing is sent now, or {@code null}} */
    @Nullable
    RateLimiterUnavailableException outage() {
        return outage;
    }

    /**
     * Sends a batch; the caller has checked that there is no {@linkplain #outage outage}.
     *
     * @param batch sends it
     * @param fault what is wrong with an answer, or {@code null}
     * @param probe sends a similar request once more, through this breaker, which fails it at once while it is open
     * @return the answer, however late
     */
    <T> CompletableFuture<T> run(
            Supplier<CompletableFuture<T>> batch, Function<T, @Nullable Throwable> fault, Runnable probe) {
        RateLimiterUnavailableException why = outage;
        boolean trial = why != null;
        if (trial && !recovery.begin()) {
            return CompletableFuture.failedFuture(why);
        }
        Sent sent = new Sent(Deadline.after(timeout), trial, probe);
        CompletableFuture<T> answer = answerOf(batch);
        inFlight.put(answer, sent);
        if (!answer.isDone()) {
            deadlines.setFor(sent.deadline());
        }
        answer.whenComplete((value, failure) -> {
            if (inFlight.remove(answer) != null) {
                count(sent, failure == null ? fault.apply(value) : Futures.cause(failure));
            }
        });
        return answer;
    }

    /** A trial always ends with a result, or no other would follow. */
    private static <T> CompletableFuture<T> answerOf(Supplier<CompletableFuture<T>> batch) {
        try {
            return batch.get();
        } catch (RuntimeException | Error ex) {
            return CompletableFuture.failedFuture(
                    new RateLimiterUnavailableException("Redis could not be asked: " + ex, ex));
        }
    }

    private @Nullable Deadline endThoseOver() {
        Deadline next = null;
        for (Map.Entry<CompletableFuture<?>, Sent> entry : inFlight.entrySet()) {
            Sent sent = entry.getValue();
            if (!sent.deadline().isOver()) {
                next = sent.deadline().sooner(next);
            } else if (inFlight.remove(entry.getKey()) != null) {
                count(sent, new TimeoutException());
            }
        }
        return next;
    }

    /** What an error such as the end of a caller's stack has kept from the store decides nothing, unless it was a trial. */
    private void count(Sent sent, @Nullable Throwable wrong) {
        if (wrong == null) {
            succeeded(sent);
            return;
        }
        if (sent.trial() || !(wrong instanceof Error || wrong.getCause() instanceof Error)) {
            failed(sent, wrong);
        }
        if (wrong instanceof TimeoutException) {
            sent.probe().run();
        }
    }

    private synchronized void succeeded(Sent sent) {
        lastFour = lastFour << 1 & LAST_FOUR;
        if (sent.trial()) {
            lastFour = 0;
            outage = null;
            outages.end();
        }
    }

    /** Results of batches sent before it opened no longer count. */
    private synchronized void failed(Sent sent, Throwable wrong) {
        boolean open = outage != null;
        if (open && !sent.trial()) {
            return;
        }
        lastFour = lastFour << 1 & LAST_FOUR | 1;
        if (!open && Integer.bitCount(lastFour) < MOST_FAILED) {
            return;
        }
        RateLimiterUnavailableException why = wrong instanceof RateLimiterUnavailableException known
                ? known
                : new RateLimiterUnavailableException(
                        "Redis did not answer in time, within " + timeout.toMillis() + " ms", wrong);
        outage = why;
        if (!open) {
            outages.begin(why);
        }
        recovery.tryLater(sent.probe());
    }
}
