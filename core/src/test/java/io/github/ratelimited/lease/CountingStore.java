package io.github.ratelimited.lease;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Counts permits that never come back by themselves, and what it was asked. */
final class CountingStore implements LimiterStore {

    final List<Acquisition> calls = new ArrayList<>();
    final List<Acquisition> leases = new ArrayList<>();
    final List<Settlement> returned = new ArrayList<>();
    long left = 1_000_000;
    Duration resetAfter = Duration.ofSeconds(1);
    Duration retryAfter = Duration.ofMillis(1);
    boolean blocked;
    boolean unavailable;

    /** Whether it throws what it should answer to requests for leases. */
    boolean broken;

    /** Whether answers to leases wait until they are asked for. */
    boolean late;

    /** What has to be complete before permits are back. */
    CompletableFuture<Void> back = CompletableFuture.completedFuture(null);

    long roundTrip;

    private final TestClock clock;
    private final List<Runnable> answers = new ArrayList<>();

    CountingStore(TestClock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized void acquire(Acquisition acquisition, GrantCallback callback) {
        (acquisition.lease() ? leases : calls).add(acquisition);
        if (broken && acquisition.lease()) {
            throw new IllegalStateException("broken");
        }
        if (unavailable) {
            callback.answered(null, new RateLimiterUnavailableException("down", null));
            return;
        }
        Demand asked = acquisition.demands().get(0);
        Demand taken = acquisition.lease() ? asked.of(blocked ? 0 : Math.min(asked.permits(), left / 10)) : asked;
        boolean granted = taken.permits() <= left && !blocked;
        long now = clock.micros();
        clock.advance(roundTrip);
        left -= granted ? taken.permits() : 0;
        Decision decision = blocked
                ? taken.blocked(Duration.ofSeconds(9), resetAfter, Basis.STORE)
                : granted
                        ? taken.granted(Duration.ZERO, left, resetAfter, Basis.STORE)
                        : taken.rejected(retryAfter, left, resetAfter, Basis.STORE);
        List<Reservation> reservations =
                granted && taken.permits() > 0 ? List.of(new Reservation(taken, now, Basis.STORE)) : List.of();
        Grant grant = new Grant(List.of(taken), List.of(decision), reservations);
        if (late && acquisition.lease()) {
            answers.add(() -> callback.answered(grant, null));
        } else {
            callback.answered(grant, null);
        }
    }

    void answer() {
        answers.forEach(Runnable::run);
        answers.clear();
    }

    @Override
    public synchronized CompletionStage<Double> settle(List<Settlement> settlements) {
        returned.addAll(settlements);
        settlements.forEach(settlement -> left += settlement.back());
        return back.thenApply(done -> 0.0);
    }

    synchronized long returnedPermits() {
        return returned.stream().mapToLong(Settlement::back).sum();
    }
}
