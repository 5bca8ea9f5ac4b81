package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Answers;
import io.github.ratelimited.store.Booking;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Ticket;
import io.github.ratelimited.store.Usage;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides in Redis, by one script for each request. What is granted after the caller's deadline is given back, so
 * nothing stays booked for a caller that is gone.
 */
final class RedisStore implements LimiterStore {

    private static final Logger log = LoggerFactory.getLogger(RedisStore.class);

    private static final RateLimiterUnavailableException TOO_LATE =
            new RateLimiterUnavailableException("Redis got to the request too late", null);

    private final RedisScripts scripts;
    private final ScriptBreaker breaker;
    private final RedisKeys keys;
    private final long horizonMicros;
    private final Duration timeout;
    private final Duration pause;
    private final @Nullable InstantSource testClock;
    private final ServerClock serverClock;

    /**
     * Makes a store.
     *
     * @param breaker knows when Redis fails
     * @param horizon how far ahead a reservation may lie
     * @param timeout longest wait for an answer where the request names no deadline
     * @param testClock what the scripts use instead of the server's clock, or {@code null}
     */
    RedisStore(
            RedisScripts scripts,
            ScriptBreaker breaker,
            RedisKeys keys,
            Duration horizon,
            Duration timeout,
            @Nullable InstantSource testClock) {
        this.scripts = scripts;
        this.breaker = breaker;
        this.serverClock = scripts.serverClock();
        this.keys = keys;
        this.horizonMicros = Micros.of(horizon);
        this.timeout = timeout;
        this.pause = timeout.dividedBy(10);
        this.testClock = testClock;
    }

    @Override
    public CompletionStage<Grant> acquire(Acquisition acquisition) {
        RateLimiterUnavailableException refusal = refusal();
        return refusal != null ? CompletableFuture.failedFuture(refusal) : ask(acquisition);
    }

    /** {@return why nothing is sent now, or {@code null}} */
    private @Nullable RateLimiterUnavailableException refusal() {
        return scripts.areConnected() ? breaker.refusal() : scripts.notConnected();
    }

    private CompletableFuture<Grant> ask(Acquisition acquisition) {
        CompletableFuture<Grant> answer = new CompletableFuture<>();
        send(acquisition, answer, true);
        return RedisScripts.within(acquisition.deadline(), answer);
    }

    private void send(Acquisition acquisition, CompletableFuture<Grant> answer, boolean first) {
        Batch batch = new Batch(List.of(acquisition), keys, arguments(notAfter(acquisition.deadline())));
        breaker.run(() -> run(batch), RedisStore::fault, () -> probe(acquisition))
                .whenComplete((outcome, failure) -> {
                    Outcome told = failure == null ? outcome : new Outcome(null, unavailable(failure));
                    if (first && !answer.isDone() && hasNotRun(acquisition, told, failure)) {
                        again(acquisition, answer, told.failure() == TOO_LATE);
                    } else {
                        settle(told, answer);
                    }
                });
    }

    private static RateLimiterUnavailableException unavailable(Throwable failure) {
        return Answers.cause(failure) instanceof RateLimiterUnavailableException told
                ? told
                : new RateLimiterUnavailableException("Redis failed", failure);
    }

    /** A server that is asked too late, but tells so at once, is well. */
    private static @Nullable Throwable fault(Outcome outcome) {
        return outcome.failure() == TOO_LATE ? null : outcome.failure();
    }

    /** One demand is taken or not. Of several some may be booked when another fails. */
    private boolean hasNotRun(Acquisition acquisition, Outcome outcome, @Nullable Throwable failure) {
        return failure != null
                ? breaker.refusal() == null && Unrun.isCertain(failure)
                : outcome.failure() != null
                        && (outcome.failure() == TOO_LATE
                                || acquisition.demands().size() == 1);
    }

    /** What the server refuses it may take a moment later; what came too late can go at once. */
    private void again(Acquisition acquisition, CompletableFuture<Grant> answer, boolean atOnce) {
        if (answer.isDone()) {
            return;
        }
        if (atOnce) {
            send(acquisition, answer, false);
        } else {
            CompletableFuture.delayedExecutor(pause.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
                    .execute(() -> again(acquisition, answer, true));
        }
    }

    /** A real request, because what refuses to write may well read; what it takes goes back. */
    private void probe(Acquisition failed) {
        ask(new Acquisition(failed.demands(), Duration.ZERO, Deadline.after(timeout)))
                .thenAccept(grant -> giveBack(grant.ticket()));
    }

    private long notAfter(Deadline deadline) {
        return testClock != null ? 0 : serverClock.at(deadline);
    }

    private CompletableFuture<Outcome> run(Batch batch) {
        long sentAt = System.nanoTime();
        return scripts.run(batch.script(), batch.keys(), batch.arguments()).thenApply(bytes -> {
            Reply reply = Reply.of(bytes);
            serverClock.read(reply.now(), sentAt);
            if (reply.corrupt() > 0) {
                log.warn("The state of rate limits in Redis was corrupt and has been replaced: {}", batch.keys());
            }
            return reply.tooLate()
                    ? new Outcome(null, TOO_LATE)
                    : batch.outcomes(reply).get(0);
        });
    }

    private void settle(Outcome outcome, CompletableFuture<Grant> answer) {
        if (outcome.grant() == null) {
            answer.completeExceptionally(outcome.failure());
        } else if (!answer.complete(outcome.grant())) {
            giveBack(outcome.grant().ticket());
        }
    }

    @Override
    public CompletionStage<Void> giveBack(Ticket ticket) {
        List<CompletableFuture<?>> sent = new ArrayList<>();
        for (Booking booking : ticket.bookings()) {
            Demand demand = booking.demand();
            if (demand.permits() > 0) {
                Arguments arguments = arguments(demand).add(demand.permits()).add(booking.grantedAt());
                sent.add(run(Script.GIVE_BACK, demand, arguments));
            }
        }
        return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new));
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return runUnlessRefused(Script.USAGE, demand, arguments(demand))
                .thenApply(ByteBuffer::wrap)
                .thenApply(reply -> new Usage((long) reply.getDouble(), Micros.toDuration((long) reply.getDouble())));
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return runUnlessRefused(Script.RELEASE, demand, arguments(demand).add(demand.permits()))
                .thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        return runUnlessRefused(Script.RESET, demand, arguments(0)).thenAccept(reply -> {});
    }

    /** What is given back is sent even then: a slow server has granted it. */
    private CompletableFuture<byte[]> runUnlessRefused(Script script, Demand demand, Arguments arguments) {
        RateLimiterUnavailableException refusal = refusal();
        return refusal != null ? CompletableFuture.failedFuture(refusal) : run(script, demand, arguments);
    }

    private CompletableFuture<byte[]> run(Script script, Demand demand, Arguments arguments) {
        String text = script.text(StateFormat.of(demand.limit().algorithm()));
        return RedisScripts.within(
                Deadline.after(timeout), scripts.run(text, List.of(keys.of(demand)), arguments.toBytes()));
    }

    private Arguments arguments(Demand demand) {
        return arguments(0).add(demand.limit());
    }

    private Arguments arguments(long notAfter) {
        long now = testClock == null ? 0 : Micros.clock(testClock).getAsLong();
        return new Arguments().add(now).add(horizonMicros).add(notAfter);
    }
}
