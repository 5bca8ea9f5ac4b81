package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Answers;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an outage of Redis from costing each call its deadline. It counts how scripts end, however many requests a script
 * carries. While it is open no script is sent but one a second, which tries what failed last once more, off the callers'
 * way. Safe for use by many threads.
 */
final class ScriptBreaker {

    private static final Logger log = LoggerFactory.getLogger(ScriptBreaker.class);

    private static final Duration BETWEEN_PROBES = Duration.ofSeconds(1);

    private static final CircuitBreakerConfig CONFIG = CircuitBreakerConfig.custom()
            .slidingWindow(10, 5, CircuitBreakerConfig.SlidingWindowType.COUNT_BASED)
            .failureRateThreshold(50)
            .permittedNumberOfCallsInHalfOpenState(1)
            .waitDurationInOpenState(Duration.ofDays(1))
            .build();

    private final CircuitBreaker circuit = CircuitBreaker.of("ratelimited", CONFIG);
    private final Duration timeout;
    private final ScheduledExecutorService timer;
    private volatile RateLimiterUnavailableException refusal = new RateLimiterUnavailableException("Redis fails", null);
    private volatile Runnable probe = () -> {};

    /**
     * Makes a closed breaker.
     *
     * @param timeout a script that takes longer counts as failed
     * @param timer runs the probes
     */
    ScriptBreaker(Duration timeout, ScheduledExecutorService timer) {
        this.timeout = timeout;
        this.timer = timer;
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
     * Runs a script unless most have failed.
     *
     * @param script sends it
     * @param fault what is wrong with an answer, or {@code null}
     * @param probe does the same once more, if it fails and no other is sent after it
     * @return what the script answers, however late
     */
    <T> CompletableFuture<T> run(
            Supplier<CompletableFuture<T>> script, Function<T, @Nullable Throwable> fault, Runnable probe) {
        if (!circuit.tryAcquirePermission()) {
            return CompletableFuture.failedFuture(refusal);
        }
        long start = circuit.getCurrentTimestamp();
        CompletableFuture<T> answer = script.get();
        answer.copy().orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS).whenComplete((value, failure) -> {
            Throwable wrong = failure == null ? fault.apply(value) : Answers.cause(failure);
            if (wrong == null) {
                circuit.onSuccess(circuit.getCurrentTimestamp() - start, circuit.getTimestampUnit());
            } else {
                this.probe = probe;
                refusal = refusal(wrong);
                circuit.onError(circuit.getCurrentTimestamp() - start, circuit.getTimestampUnit(), wrong);
            }
        });
        return answer;
    }

    private static RateLimiterUnavailableException refusal(Throwable wrong) {
        return wrong instanceof RateLimiterUnavailableException told
                ? told
                : new RateLimiterUnavailableException("Redis did not answer in time", wrong);
    }

    private void changed(State from, State to) {
        if (to == State.OPEN) {
            if (from == State.CLOSED) {
                log.warn(
                        "Redis cannot decide, and until it can each limit goes by its failure policy: {}",
                        refusal.getMessage());
            }
            probeLater();
        } else if (to == State.CLOSED) {
            log.info("Redis decides again");
        }
    }

    private void probeLater() {
        try {
            timer.schedule(this::probe, BETWEEN_PROBES.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            log.debug("Closed while Redis cannot decide");
        }
    }

    private void probe() {
        circuit.transitionToHalfOpenState();
        probe.run();
    }
}
