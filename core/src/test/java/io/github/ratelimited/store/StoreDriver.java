package io.github.ratelimited.store;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Asks a store and waits for the answer. */
public record StoreDriver(LimiterStore store, UsageStore uses, String limiter, String key) {

    public <S extends LimiterStore & UsageStore> StoreDriver(S store, String limiter, String key) {
        this(store, store, limiter, key);
    }

    public Grant acquire(RateLimit limit, long permits, long maxWaitMicros) {
        return acquire(List.of(demand(limit, permits)), maxWaitMicros);
    }

    public Grant acquire(List<Demand> demands, long maxWaitMicros) {
        return get(store.acquire(
                new Acquisition(demands, Micros.toDuration(maxWaitMicros), Deadline.after(Duration.ofSeconds(10)))));
    }

    public Grant ask(RateLimit limit, long permits, long maxWaitMicros, Turn turn) {
        Duration maxWait = Duration.of(maxWaitMicros, ChronoUnit.MICROS);
        return get(store.acquire(new Acquisition(
                List.of(demand(limit, permits)), maxWait, Deadline.after(Duration.ofSeconds(10)), turn)));
    }

    public Decision decide(RateLimit limit, long permits, long maxWaitMicros) {
        return acquire(limit, permits, maxWaitMicros).decision();
    }

    public boolean take(RateLimit limit, long permits) {
        return decide(limit, permits, 0).allowed();
    }

    public void giveBack(Grant grant) {
        get(store.giveBack(grant.reservations()));
    }

    public void giveBack(Reservation reservation) {
        get(store.giveBack(List.of(reservation)));
    }

    public double settle(Settlement settlement) {
        return get(store.settle(List.of(settlement)));
    }

    public void release(RateLimit limit, long permits) {
        get(uses.release(demand(limit, permits)));
    }

    public void block(RateLimit limit, Duration duration) {
        get(uses.block(demand(limit, 0), duration));
    }

    public void reset(RateLimit limit) {
        get(uses.reset(demand(limit, 0)));
    }

    public Usage usage(RateLimit limit) {
        return get(uses.usage(demand(limit, 0)));
    }

    public Demand demand(RateLimit limit, long permits) {
        return new Demand(limiter, key, limit, permits);
    }

    public StoreDriver withKey(String other) {
        return new StoreDriver(store, uses, limiter, other);
    }

    public static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (Exception ex) {
            throw new AssertionError(ex);
        }
    }
}
