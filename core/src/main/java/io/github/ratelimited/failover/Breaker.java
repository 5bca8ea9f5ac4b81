package io.github.ratelimited.failover;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.internal.DeadlineTimer;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Futures;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends nothing to a store once three of the last four batches have failed, but tries what failed last once more every
 * half second, off the callers' way, until that succeeds. A batch that is not answered in time is followed by such a
 * probe at once: nothing else may be sent before its answer. Safe for use by many threads.
 */
final class Breaker {

    private static final Duration BETWEEN_PROBES = Duration.ofMillis(500);

    private static final CircuitBreakerConfig CONFIG = CircuitBreakerConfig.custom()
            .slidingWindow(4, 3, SlidingWindowType.COUNT_BASED)
            .failureRateThreshold(75)
            .permittedNumberOfCallsInHalfOpenState(1)
            .waitDurationInOpenState(Duration.ofDays(1))
            .build();

    private record Sent(Deadline deadline, long start, Runnable probe) {}

    private final CircuitBreaker circuit = CircuitBreaker.of("ratelimited", CONFIG);
    private final Duration timeout;
    private final ScheduledExecutorService timer;
    private final Outages outages;
    private final Map<CompletableFuture<?>, Sent> inFlight = new ConcurrentHashMap<>();
    private final DeadlineTimer alarm = new DeadlineTimer(this::endThoseOver);
    private volatile RateLimiterUnavailableException refusal = new RateLimiterUnavailableException("None yet", null);
    private volatile Runnable probe = () -> {};

    /**
     * Makes a closed breaker.
     *
     * @param timeout a batch that takes longer counts as failed
     * @param timer runs the probes
     * @param outages told when it opens and closes
     */
    Breaker(Duration timeout, ScheduledExecutorService timer, Outages outages) {
        this.timeout = timeout;
        this.timer = timer;
        this.outages = outages;
        circuit.getEventPublisher()
                .onStateTransition(event -> changed(
                        event.getStateTransition().getFromState(),
                        event.getStateTransition().getToState()));
    }

    /** {@return why nothing is sent now, or {@code null}} */
    @Nullable
    RateLimiterUnavailableException refusal() {
        return circuit.getState() == State.CLOSED ? null : refusal;
    }

    /**
     * Sends a batch; the caller has looked for a refusal before.
     *
     * @param batch sends it
     * @param fault what is wrong with an answer, or {@code null}
     * @param probe does the like once more, through here
     * @return the answer, however late
     */
    <T> CompletableFuture<T> run(
            Supplier<CompletableFuture<T>> batch, Function<T, @Nullable Throwable> fault, Runnable probe) {
        if (!circuit.tryAcquirePermission()) {
            return CompletableFuture.failedFuture(refusal);
        }
        Sent sent = new Sent(Deadline.after(timeout), circuit.getCurrentTimestamp(), probe);
        CompletableFuture<T> answer = answerOf(batch);
        inFlight.put(answer, sent);
        if (!answer.isDone()) {
            alarm.setFor(sent.deadline());
        }
        answer.whenComplete((value, failure) -> {
            if (inFlight.remove(answer) != null) {
                count(sent, failure == null ? fault.apply(value) : Futures.cause(failure));
            }
        });
        return answer;
    }

    /** The permission that was taken for it has to come back, or nothing is sent any more. */
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
                next = next == null || sent.deadline().isBefore(next) ? sent.deadline() : next;
            } else if (inFlight.remove(entry.getKey()) != null) {
                count(sent, new TimeoutException());
            }
        }
        return next;
    }

    private void count(Sent sent, @Nullable Throwable wrong) {
        long took = circuit.getCurrentTimestamp() - sent.start();
        if (wrong == null) {
            circuit.onSuccess(took, circuit.getTimestampUnit());
        } else {
            failed(wrong, took, sent.probe());
        }
    }

    private void failed(Throwable wrong, long took, Runnable probe) {
        this.probe = probe;
        refusal = wrong instanceof RateLimiterUnavailableException told
                ? told
                : new RateLimiterUnavailableException("Redis did not answer in time", wrong);
        circuit.onError(took, circuit.getTimestampUnit(), wrong);
        if (wrong instanceof TimeoutException && circuit.getState() == State.CLOSED) {
            probe.run();
        }
    }

    private void changed(State from, State to) {
        if (to == State.OPEN) {
            probeLater();
            if (from == State.CLOSED) {
                outages.begin(refusal);
            }
        } else if (to == State.CLOSED) {
            outages.end();
        }
    }

    private void probeLater() {
        try {
            timer.schedule(this::probe, BETWEEN_PROBES.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            probe = () -> {};
        }
    }

    private void probe() {
        circuit.transitionToHalfOpenState();
        probe.run();
    }
}
