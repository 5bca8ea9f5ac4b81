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
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One caller's request until it is decided: asking, sleeping until permits that are reserved are due, asking again when
 * a turn was too far off to be reserved. It is itself what the caller holds, so there is one moment at which either the
 * caller has the permits or whoever ended it before (a cancel, a timeout, closing) has them given back.
 *
 * @param <T> what the caller is told
 */
final class PermitWait<T> extends CompletableFuture<T> implements GrantCallback {

    /** 292 years, the longest that does not overflow. */
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    /** Who waits for longer asks again then: a change of the limit can put a turn off for millions of years. */
    private static final Duration LONGEST_PAUSE = Duration.ofDays(200 * 365);

    private final WaitRegistry waits;
    private final Executor executor;
    private final Function<List<Decision>, T> result;
    private final long timeoutNanos;
    private final long startedAt;

    /** What is granted and not told yet; whoever takes it tells it or gives it back. */
    private final AtomicReference<@Nullable Grant> granted = new AtomicReference<>();

    private volatile @Nullable Future<?> alarm;
    private volatile List<Demand> demands = List.of();

    /** Whose call starts it, until it returns; needs no lock, because whoever finds himself here has put it. */
    private @Nullable Thread starting;

    private volatile boolean paused;
    private Pause pause = Pause.NONE;
    private volatile @Nullable QueuePlace place;

    PermitWait(WaitRegistry waits, Duration timeout, Executor executor, Function<List<Decision>, T> result) {
        this.waits = waits;
        this.executor = executor;
        this.result = result;
        this.timeoutNanos = timeout.isNegative() ? 0 : (timeout.compareTo(FOREVER) > 0 ? FOREVER : timeout).toNanos();
        // Only who waits is told since when.
        this.startedAt = timeoutNanos == 0 ? 0 : waits.nanoTime();
    }

    /** Is told each time it is put to sleep; a caller who has to ask again still waits the same wait. */
    void fallAsleep(Future<?> newAlarm) {
        if (exchange(newAlarm) == null) {
            pause.begin();
            whenComplete((decision, failure) -> {
                pause.end();
                awake();
                leave();
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
        Grant grant = granted.getAndSet(null);
        completeExceptionally(new RateLimiterUnavailableException("The rate limiters were closed during a wait", null));
        return grant == null ? List.of() : grant.reservations();
    }

    private long nanosLeft() {
        return timeoutNanos == 0 ? 0 : Math.max(0, timeoutNanos - (waits.nanoTime() - startedAt));
    }

    void start(List<Demand> known) {
        starting = Thread.currentThread();
        try {
            begin(known);
        } finally {
            starting = null;
        }
    }

    /** Starts once the limits are known. */
    void start(CompletionStage<List<Demand>> loaded) {
        starting = Thread.currentThread();
        try {
            Futures.failWith(
                    loaded.whenComplete((known, failure) -> {
                        if (failure != null) {
                            answered(null, failure);
                        } else {
                            begin(known);
                        }
                    }),
                    this);
        } finally {
            starting = null;
        }
    }

    private void begin(List<Demand> known) {
        demands = known;
        if (timeoutNanos > 0 && !known.isEmpty()) {
            pause = waits.observer().mayWait(known.get(0).limiter());
            place = known.size() == 1 ? waits.newPlace() : null;
        }
        ask();
    }

    private void ask() {
        if (isDone()) {
            return;
        }
        QueuePlace here = place;
        Acquisition request = here != null
                ? here.request(demands, Duration.ofNanos(nanosLeft()), waits.deadline(this))
                : new Acquisition(demands, Duration.ZERO, waits.deadline(this));
        GrantCallback callback = this;
        try {
            callback = request.maxWait().isZero() ? this : waits.asks(this);
            waits.store().acquire(request, callback);
        } catch (RuntimeException | Error ex) {
            callback.answered(null, ex);
            throw ex;
        }
    }

    private void askAgain() {
        try {
            List<Demand> latest = waits.latest(demands);
            if (latest.get(0).limit().algorithm() != demands.get(0).limit().algorithm()) {
                // Which is counted elsewhere, where a place here is none.
                leave();
            }
            demands = latest;
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
            onGrant(grant);
        } else {
            refused(grant);
        }
    }

    private void onGrant(Grant grant) {
        Duration delay = grant.delay();
        List<Decision> decisive = grant.decisive();
        granted.set(grant);
        if (!delay.isZero() && delay.toNanos() > nanosLeft()) {
            // The answer took so long that the turn lies behind the timeout by now.
            giveBack();
            List<Decision> told = decisive.stream().map(PermitWait::tooLate).toList();
            tell(() -> decide(grant, told));
            return;
        }
        boolean waited = paused || !delay.isZero();
        List<Decision> told = waited ? decisive.stream().map(this::afterWait).toList() : decisive;
        if (delay.isZero()) {
            tell(() -> decide(grant, told));
        } else {
            whenComplete((value, failure) -> giveBack());
            waits.sleep(this, () -> elsewhere(() -> decide(grant, told)), delay);
        }
    }

    /** Gives back what is granted, unless the caller has it. */
    private void giveBack() {
        Grant left = granted.getAndSet(null);
        if (left != null) {
            waits.giveBack(left.reservations());
        }
    }

    private void refused(Grant grant) {
        List<Decision> decisions = grant.decisive();
        Duration retryAfter = shorter(decisions.get(0).retryAfter(), LONGEST_PAUSE);
        Duration left = Duration.ofNanos(nanosLeft());
        Turn turn = grant.turn();
        QueuePlace here = place;
        if (turn != null && here != null) {
            here.keep(turn);
            sleepAndAskAgain(shorter(turn.pause(), left));
        } else if (left.isZero() || retryAfter.compareTo(left) > 0) {
            tell(() -> decide(grant, decisions));
        } else {
            // A limit that is raised meanwhile is noticed when asking again.
            sleepAndAskAgain(shorter(shorter(waits.spread(retryAfter), left), waits.longestSleep()));
        }
    }

    private void sleepAndAskAgain(Duration delay) {
        paused = true;
        waits.sleep(this, this::askAgain, delay);
        if (isDone()) {
            leave();
        }
    }

    private void leave() {
        QueuePlace left = place;
        if (left != null) {
            waits.leave(left, demands);
        }
    }

    private void decide(Grant grant, List<Decision> told) {
        if (isDone()) {
            giveBack();
            return;
        }
        observe(grant, told);
        T value = result.apply(told);
        if (!told.get(0).allowed()) {
            complete(value);
            return;
        }
        Grant mine = granted.getAndSet(null);
        if (mine != null && !complete(value)) {
            waits.giveBack(mine.reservations());
        }
    }

    private void observe(Grant grant, List<Decision> told) {
        List<Decision> decisive = grant.decisive();
        for (int i = 0; i < told.size(); i++) {
            Demand demand = grant.demandOf(decisive.get(i));
            if (demand.permits() > 0) {
                waits.observer().decided(demand, told.get(i));
            }
        }
    }

    private static Decision tooLate(Decision granted) {
        return new Decision(
                granted.limiter(),
                granted.limit(),
                false,
                Duration.ZERO,
                granted.remaining(),
                granted.delay(),
                granted.resetAfter(),
                granted.basis());
    }

    /** As it is when the caller learns it. */
    private Decision afterWait(Decision decision) {
        Duration reset = decision.resetAfter().minus(decision.delay());
        return new Decision(
                decision.limiter(),
                decision.limit(),
                true,
                paused ? decision.delay().plusNanos(waits.nanoTime() - startedAt) : decision.delay(),
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
            giveBack();
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
