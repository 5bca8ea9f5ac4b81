package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Booking;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Ticket;
import io.github.ratelimited.store.Usage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Decides in Redis, by one script for each request. What is granted after the caller's deadline is given back, so
 * nothing stays booked for a caller that is gone.
 */
final class RedisStore implements LimiterStore {

    private final RedisScripts scripts;
    private final RedisKeys keys;
    private final long horizonMicros;
    private final Duration timeout;
    private final @Nullable InstantSource testClock;
    private final ServerClock serverClock = new ServerClock();

    /**
     * Makes a store.
     *
     * @param horizon how far ahead a reservation may lie
     * @param timeout longest wait for an answer where the request names no deadline
     * @param testClock what the scripts use instead of the server's clock, or {@code null}
     */
    RedisStore(
            RedisScripts scripts,
            RedisKeys keys,
            Duration horizon,
            Duration timeout,
            @Nullable InstantSource testClock) {
        this.scripts = scripts;
        this.keys = keys;
        this.horizonMicros = Batch.micros(horizon);
        this.timeout = timeout;
        this.testClock = testClock;
    }

    @Override
    public CompletionStage<Grant> acquire(Acquisition acquisition) {
        CompletableFuture<Grant> answer = new CompletableFuture<>();
        send(acquisition, answer, true);
        return RedisScripts.within(acquisition.deadline(), answer);
    }

    private void send(Acquisition acquisition, CompletableFuture<Grant> answer, boolean first) {
        Deadline deadline = acquisition.deadline();
        long notAfter = testClock != null ? 0 : serverClock.at(deadline);
        Batch batch = new Batch(List.of(acquisition), keys, now(), horizonMicros, notAfter);
        long sentAt = System.nanoTime();
        scripts.<List<Object>>list(batch.script(), batch.keys(), batch.arguments())
                .whenComplete((reply, failure) -> {
                    if (failure != null) {
                        answer.completeExceptionally(failure);
                        return;
                    }
                    serverClock.read((Long) reply.get(0), sentAt);
                    if (reply.size() > Batch.REPLY_HEAD) {
                        settle(batch.outcomes(reply).get(0), answer);
                    } else if (first && deadline.nanosLeft() > 0) {
                        send(acquisition, answer, false);
                    } else {
                        answer.completeExceptionally(
                                new RateLimiterUnavailableException("Redis got to the request too late", null));
                    }
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
        List<CompletionStage<?>> sent = new ArrayList<>();
        for (Booking booking : ticket.bookings()) {
            Demand demand = booking.demand();
            if (demand.permits() > 0) {
                sent.add(run(Script.GIVE_BACK, demand, demand.permits(), booking.grantedAt()));
            }
        }
        return CompletableFuture.allOf(
                sent.stream().map(CompletionStage::toCompletableFuture).toArray(CompletableFuture[]::new));
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return run(Script.USAGE, demand)
                .thenApply(reply -> new Usage(reply.get(0), Duration.of(reply.get(1), ChronoUnit.MICROS)));
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return run(Script.RELEASE, demand, demand.permits()).thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        return run(Script.RESET, demand).thenAccept(reply -> {});
    }

    private CompletionStage<List<Long>> run(Script script, Demand demand, Object... more) {
        StateFormat format = StateFormat.of(demand.limit().algorithm());
        List<Object> arguments = new ArrayList<>();
        arguments.addAll(List.of(now(), horizonMicros, format.version()));
        Batch.addLimit(arguments, demand.limit());
        arguments.addAll(Arrays.asList(more));
        return RedisScripts.within(
                Deadline.after(timeout),
                scripts.list(script.text(format), List.of(keys.of(demand)), arguments.toArray()));
    }

    private long now() {
        return testClock == null ? 0 : ChronoUnit.MICROS.between(Instant.EPOCH, testClock.instant());
    }
}
