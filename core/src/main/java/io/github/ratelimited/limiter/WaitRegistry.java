package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.internal.AdaptiveSpin;
import io.github.ratelimited.internal.Nanos;
import io.github.ratelimited.internal.PendingFutures;
import io.github.ratelimited.limits.LimitLevels;
import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** All callers that wait for permits of one store. Safe for use by many threads. */
final class WaitRegistry implements AutoCloseable {

    private static final Duration LEAST_SLEEP = Duration.ofSeconds(1);

    final PromisedTurns turns = new PromisedTurns();
    final AdaptiveSpin spin = new AdaptiveSpin();
    final Settlements settlements;

    /** Whether callers wait for another process. */
    final boolean remote;

    final StoreSettings settings;
    final LimitLevels levels;
    final LimiterObservers observer;
    private final LongSupplier nanoTime;
    private final Set<PermitWait<?>> asleep = ConcurrentHashMap.newKeySet();
    private final PendingFutures returning = new PendingFutures();
    private final PendingFutures asking = new PendingFutures();
    private volatile boolean closed;

    WaitRegistry(StoreSettings settings) {
        this(settings, System::nanoTime);
    }

    WaitRegistry(StoreSettings settings, LongSupplier nanoTime) {
        this.settings = settings;
        this.remote = settings.limits().isRemote();
        this.levels = new LimitLevels(settings.limits(), settings.sources(), settings.audiences(), settings.observer());
        this.observer = LimiterObservers.of(settings.observer());
        this.settlements = new Settlements(settings, observer, returning, this::latest);
        this.nanoTime = nanoTime;
    }

    /**
     * Asks for permits once their limits are known, and waits for them.
     *
     * @param limiter name of the limiter, or of the first of several
     * @param executor where the result completes unless it is available at once
     * @param result makes the result of the grant and its decisions, the decisive one first
     */
    <T> PermitWait<T> start(
            String limiter,
            CompletionStage<List<Demand>> demands,
            Duration timeout,
            Executor executor,
            PermitResult<T> result) {
        PermitWait<T> wait = new PermitWait<>(this, timeout, executor, result);
        wait.start(limiter, demands);
        return wait;
    }

    long nanoTime() {
        return nanoTime.getAsLong();
    }

    boolean isObserved() {
        return !observer.isEmpty();
    }

    /** Notifies the observer of what was decided, and returns it as the caller learns it. */
    List<Decision> observe(Grant grant, List<Decision> decisions, boolean atOnce) {
        List<Decision> decisive = grant.decisive();
        List<Decision> told = new ArrayList<>(decisions.size());
        for (int i = 0; i < decisions.size(); i++) {
            told.add(observe(grant.demandOf(decisive.get(i)), decisions.get(i), atOnce));
        }
        return told;
    }

    /** A caller that does not wait is rejected because permits are lacking, not because its wait is too short. */
    Decision observe(Demand demand, Decision decision, boolean atOnce) {
        if (demand.permits() == 0) {
            return decision;
        }
        Decision told =
                decision.allowed() || !atOnce ? decision : settings.blocks().rejected(demand, decision);
        observer.decided(demand, told);
        return told;
    }

    CompletionStage<@Nullable Grant> rejectionByBlock(Grant grant) {
        return settings.blocks().rejection(grant.demands());
    }

    /** {@return a place in the queue for a caller that waits, or none where nothing can be reserved} */
    @Nullable
    QueuePlace newPlace() {
        return settings.horizon().isZero() ? null : new QueuePlace(settings.horizon());
    }

    /** How long a caller sleeps at most whose turn is too far off to be reserved. */
    Duration longestSleep() {
        return settings.horizon().compareTo(LEAST_SLEEP) > 0 ? settings.horizon() : LEAST_SLEEP;
    }

    /** The same under the limit that is in force by now. */
    Demand latest(Demand demand) {
        return levels.of(demand.limiter()).latest(demand);
    }

    Deadline deadline(Future<?> caller) {
        return Deadline.after(settings.storeTimeout(), caller);
    }

    /** Runs a task after a delay, unless the wait ends before. */
    void sleep(PermitWait<?> wait, Runnable task, Duration delay) {
        asleep.add(wait);
        wait.fallAsleep(() -> schedule(wait, task, delay));
        if (closed) {
            giveBack(wait.end());
            wait.failClosed();
        }
    }

    /** Gives up the place of a caller that no longer waits. Otherwise the store finds out in a while. */
    void leave(@Nullable QueuePlace place, List<Demand> demands) {
        Acquisition leaving = place == null ? null : place.leaving(demands, Deadline.after(settings.storeTimeout()));
        if (leaving != null) {
            settings.store().acquire(leaving, asks((grant, failure) -> {}));
        }
    }

    void forget(PermitWait<?> wait) {
        asleep.remove(wait);
    }

    private Future<?> schedule(PermitWait<?> wait, Runnable task, Duration delay) {
        try {
            return settings.timer()
                    .schedule(
                            () -> {
                                asleep.remove(wait);
                                wait.attempt(task);
                            },
                            Nanos.of(delay),
                            TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closedMeanwhile) {
            return CompletableFuture.completedFuture(null);
        }
    }

    void giveBack(List<Reservation> reservations) {
        if (!reservations.isEmpty()) {
            returning.add(settings.store().giveBack(reservations).toCompletableFuture());
        }
    }

    /** Newest first, because giving back the end of a queue frees it and giving back its middle does not. */
    @Override
    public void close() {
        closed = true;
        List<PermitWait<?>> ending = List.copyOf(asleep);
        giveBack(ending.stream()
                .flatMap(wait -> wait.end().stream())
                .sorted(Comparator.comparingLong(Reservation::grantedAt).reversed())
                .toList());
        ending.forEach(PermitWait::failClosed);
        // The store may be closed next, and with it the connection on which permits are given back.
        long longest = Nanos.of(settings.storeTimeout());
        asking.await(longest);
        returning.await(longest);
    }

    /** What may yet be reserved has to be given back when the limiters are closed meanwhile. */
    GrantCallback asks(GrantCallback callback) {
        CompletableFuture<?> answered = new CompletableFuture<>();
        asking.add(answered);
        return (grant, failure) -> {
            try {
                callback.answered(grant, failure);
            } finally {
                answered.complete(null);
            }
        };
    }
}
