package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.observe.LimiterObserver.Pause;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Futures;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One caller's request until it is decided: asking, sleeping until permits that are reserved are due, asking again when
 * a turn was too far off to be reserved. Ending it in any other way (cancelling, closing) gives back what is booked.
 */
final class PermitWait extends CompletableFuture<Decision> implements GrantCallback {

    /** 292 years, the longest that does not overflow. */
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    /** Who waits for longer asks again then: a change of the limit can put a turn off for millions of years. */
    private static final Duration LONGEST_PAUSE = Duration.ofDays(200 * 365);

    private static final AtomicReferenceFieldUpdater<PermitWait, @Nullable Grant> BOOKED =
            AtomicReferenceFieldUpdater.newUpdater(PermitWait.class, Grant.class, "booked");

    private final WaitRegistry waits;
    private final Executor executor;
    private final long timeoutNanos;
    private final long startedAt;
    private volatile @Nullable Grant booked;
    private volatile @Nullable Future<?> alarm;
    private volatile List<Demand> demands;

    /** Whose call starts it, until it returns; needs no lock, because whoever finds himself here has put it. */
    private @Nullable Thread starting;

    private volatile boolean paused;
    private volatile List<Decision> each = List.of();
    private final Pause pause;

    PermitWait(WaitRegistry waits, List<Demand> demands, Duration timeout, Executor executor) {
        this.waits = waits;
        this.demands = demands;
        this.executor = executor;
        this.timeoutNanos = timeout.isNegative() ? 0 : (timeout.compareTo(FOREVER) > 0 ? FOREVER : timeout).toNanos();
        // Only who waits is told since when.
        this.startedAt = timeoutNanos == 0 ? 0 : System.nanoTime();
        this.pause = timeoutNanos == 0 || demands.isEmpty()
                ? Pause.NONE
                : waits.observer().mayWait(demands.get(0).limiter());
    }

    /** Is told each time it is put to sleep; a caller who has to ask again still waits the same wait. */
    void fallAsleep(Future<?> newAlarm) {
        if (exchange(newAlarm) == null) {
            pause.begin();
            whenComplete((decision, failure) -> {
                pause.end();
                awake();
            });
        } else if (isDone()) {
            awake();
        }
    }

    private synchronized @Nullable Future<?> exchange(Future<?> newAlarm) {
        Future<?> last = alarm;
        alarm = newAlarm;
        return last;
    }

    private void awake() {
        waits.awake(this);
        Future<?> last = alarm;
        if (last != null) {
            last.cancel(false);
        }
    }

    /**
     * Ends the wait because the limiters are closed.
     *
     * @return what is booked and now has to be given back, together with what the others had booked
     */
    List<Reservation> end() {
        Grant grant = BOOKED.getAndSet(this, null);
        completeExceptionally(new RateLimiterUnavailableException("The rate limiters were closed during a wait", null));
        return grant != null && isCompletedExceptionally() ? grant.reservations() : List.of();
    }

    /** The decision of each limiter once the request is decided. */
    List<Decision> each() {
        return each;
    }

    private long nanosLeft() {
        return timeoutNanos == 0 ? 0 : Math.max(0, timeoutNanos - (System.nanoTime() - startedAt));
    }

    void start() {
        starting = Thread.currentThread();
        try {
            ask();
        } finally {
            starting = null;
        }
    }

    private void ask() {
        if (isDone()) {
            return;
        }
        Duration maxWait = demands.size() > 1 ? Duration.ZERO : shorter(Duration.ofNanos(nanosLeft()), waits.horizon());
        GrantCallback callback = this;
        try {
            callback = maxWait.isZero() ? this : waits.asks(this);
            waits.store().acquire(new Acquisition(demands, maxWait, waits.deadline(this)), callback);
        } catch (RuntimeException | Error ex) {
            callback.answered(null, ex);
            throw ex;
        }
    }

    private void askAgain() {
        try {
            demands = waits.latest(demands);
        } catch (IllegalArgumentException ex) {
            elsewhere(() -> completeExceptionally(ex));
            return;
        }
        ask();
    }

    @Override
    public void answered(@Nullable Grant grant, @Nullable Throwable failure) {
        attempt(() -> goOn(grant, failure));
    }

    private void goOn(@Nullable Grant grant, @Nullable Throwable failure) {
        if (grant == null) {
            Throwable cause = Futures.cause(Objects.requireNonNull(failure));
            tell(() -> completeExceptionally(cause));
        } else if (grant.allowed()) {
            granted(grant);
        } else {
            refused(grant);
        }
    }

    private void granted(Grant grant) {
        Duration delay = grant.delay();
        List<Decision> decisive = grant.decisive();
        boolean waited = paused || !delay.isZero();
        List<Decision> told = waited ? decisive.stream().map(this::afterWait).toList() : decisive;
        if (delay.isZero()) {
            tell(() -> {
                if (!decide(grant, decisive, told)) {
                    waits.giveBack(grant.reservations());
                }
            });
        } else {
            booked = grant;
            whenComplete((result, failure) -> {
                Grant left = BOOKED.getAndSet(this, null);
                if (failure != null && left != null) {
                    waits.giveBack(left.reservations());
                }
            });
            waits.sleep(this, () -> elsewhere(() -> decide(grant, decisive, told)), delay);
        }
    }

    private void refused(Grant grant) {
        List<Decision> decisions = grant.decisive();
        Duration retryAfter = shorter(decisions.get(0).retryAfter(), LONGEST_PAUSE);
        long left = nanosLeft();
        if (left == 0 || retryAfter.toNanos() > left) {
            tell(() -> decide(grant, decisions, decisions));
            return;
        }
        // Half a horizon early: many who are told the same moment then find room to book, instead of one at a time.
        Duration pause = demands.size() > 1
                ? retryAfter
                : retryAfter.minus(waits.horizon().dividedBy(2));
        paused = true;
        // A limit that is raised meanwhile is noticed when asking again.
        waits.sleep(this, this::askAgain, shorter(pause, waits.longestSleep()));
    }

    private boolean decide(Grant grant, List<Decision> decisive, List<Decision> told) {
        if (isDone()) {
            return false;
        }
        each = told;
        for (int i = 0; i < told.size(); i++) {
            Demand demand = grant.demandOf(decisive.get(i));
            if (demand.permits() > 0) {
                waits.observer().decided(demand, told.get(i));
            }
        }
        return complete(told.get(0));
    }

    /** As it is when the caller learns it. */
    private Decision afterWait(Decision decision) {
        Duration reset = decision.resetAfter().minus(decision.delay());
        return new Decision(
                decision.limiter(),
                decision.limit(),
                true,
                paused ? decision.delay().plusNanos(System.nanoTime() - startedAt) : decision.delay(),
                decision.remaining(),
                decision.retryAfter(),
                reset.isNegative() ? Duration.ZERO : reset,
                decision.basis());
    }

    /** The caller's code that follows runs on its executor, unless the answer was there at once. */
    private void tell(Runnable completion) {
        if (starting == Thread.currentThread()) {
            completion.run();
        } else {
            elsewhere(completion);
        }
    }

    private void elsewhere(Runnable completion) {
        AnswerExecutor.run(executor, () -> attempt(completion));
    }

    /** Goes on, or fails with what is thrown: on the timer's thread or the executor's nobody else would tell the caller. */
    void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error ex) {
            completeExceptionally(ex);
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
