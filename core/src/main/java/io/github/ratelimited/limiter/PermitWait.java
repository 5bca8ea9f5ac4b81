package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.observe.LimiterObserver.Pause;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One caller's request until it is decided: asking, sleeping until permits that are reserved are due, asking again when
 * a turn was too far off to be reserved.
 *
 * @param <T> type of the result
 */
final class PermitWait<T> extends CancellableCall<T> implements GrantCallback {

    private final CallTimeout timeout;
    private final JointWait asked;

    /** One for observers, however often the caller has to ask again. */
    private Pause pause = Pause.NONE;

    private volatile Future<?> timer = CompletableFuture.completedFuture(null);
    private volatile boolean paused;
    private volatile @Nullable QueuePlace place;

    PermitWait(WaitRegistry waits, Duration timeout, Executor executor, PermitResult<T> result) {
        super(waits, executor, result);
        this.timeout = new CallTimeout(timeout, waits::nanoTime);
        this.asked = new JointWait(waits.turns);
    }

    /** Called each time it is put to sleep, by one step after the other; who has to ask again still has the same wait. */
    void fallAsleep(Supplier<Future<?>> alarm) {
        if (!paused) {
            paused = true;
            pause.begin();
            whenComplete((decision, failure) -> {
                pause.end();
                endSleep();
            });
        }
        timer = alarm.get();
        if (isOver()) {
            endSleep();
        }
    }

    @Override
    void endSleep() {
        waits.forget(this);
        timer.cancel(false);
        leave();
    }

    /** Starts once the limits are known. What is thrown then would be lost in the stage that loads them. */
    void start(String limiter, CompletionStage<List<Demand>> demands) {
        if (!timeout.isNone()) {
            pause = waits.observer.mayWait(limiter);
        }
        beginAsking();
        try {
            CompletionStage<?> begun = demands.whenComplete((known, failure) -> {
                if (failure != null) {
                    answered(null, failure);
                } else {
                    attempt(() -> begin(known));
                }
            });
            Futures.failIfThrown(begun, this);
        } finally {
            endAsking();
        }
    }

    private void begin(List<Demand> known) {
        asked.set(known);
        if (!timeout.isNone() && !known.isEmpty()) {
            place = known.size() == 1 && known.get(0).permits() > 0 ? waits.newPlace() : null;
        }
        ask();
    }

    private void ask() {
        if (isOver()) {
            asked.endTurn();
            return;
        }
        QueuePlace here = place;
        Acquisition request = here != null
                ? here.request(asked.next(), timeout.left(), waits.deadline(this))
                : new Acquisition(asked.next(), Duration.ZERO, waits.deadline(this));
        ask(result.isSettled() || asked.isOfSeveral() ? request : request.spending(), this);
    }

    private void ask(Acquisition request, GrantCallback answer) {
        GrantCallback callback = answer;
        try {
            callback = request.maxWait().isZero() ? answer : waits.asks(answer);
            waits.settings.store().acquire(request, callback);
        } catch (RuntimeException | Error ex) {
            callback.answered(null, ex);
            throw ex;
        }
    }

    private void askAgain() {
        try {
            List<Demand> latest = asked.all().stream().map(waits::latest).toList();
            if (asked.areElsewhere(latest)) {
                leave();
            }
            asked.set(latest);
        } catch (IllegalArgumentException ex) {
            runElsewhere(() -> completeExceptionally(ex));
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
            fail(failure);
        } else if (grant.allowed()) {
            onGrant(grant);
        } else {
            rejected(grant);
        }
    }

    private void onGrant(Grant grant) {
        Duration delay = grant.delay();
        List<Decision> decisive = grant.decisive();
        keep(grant);
        if (timeout.endsBefore(delay)) {
            giveBack();
            runForCaller(() -> decide(grant, CallTimeout.tooLate(decisive), timeout.isNone()));
            return;
        }
        Duration before = paused ? timeout.passed() : Duration.ZERO;
        List<Decision> decisions = paused || !delay.isZero() ? CallTimeout.afterWait(decisive, before) : decisive;
        if (delay.isZero() && !asked.isAlone()) {
            runForCaller(() -> decide(grant, decisions, timeout.isNone()));
            return;
        }
        releaseAtEnd();
        if (delay.isZero()) {
            askOthers(grant);
        } else {
            waits.sleep(this, () -> wake(grant, decisions), delay);
        }
    }

    private void wake(Grant grant, List<Decision> decisions) {
        waits.rejectionByBlock(grant)
                .thenAccept(blocked -> attempt(() -> {
                    if (blocked == null && asked.isAlone()) {
                        askOthers(grant);
                    } else if (blocked == null) {
                        runElsewhere(() -> decide(grant, decisions, timeout.isNone()));
                    } else {
                        giveBack();
                        rejected(blocked);
                    }
                }));
    }

    /** The turn at the limit in the way has come: now all others have to have permits as well. */
    private void askOthers(Grant first) {
        place = null;
        ask(
                new Acquisition(asked.others(), Duration.ZERO, waits.deadline(this)),
                waits.asks((others, failure) -> attempt(() -> {
                    asked.endTurn();
                    if (others == null || !others.allowed()) {
                        giveBack();
                        goOn(others, failure);
                        return;
                    }
                    Grant all = JointWait.together(first, others);
                    List<Decision> decisions = CallTimeout.afterWait(all.decisive(), timeout.passed());
                    if (keep(first, all)) {
                        runForCaller(() -> decide(all, decisions, timeout.isNone()));
                    } else {
                        waits.giveBack(others.reservations());
                    }
                })));
    }

    private void rejected(Grant grant) {
        List<Decision> decisions = grant.decisive();
        Duration retryAfter = CallTimeout.shorter(decisions.get(0).retryAfter(), CallTimeout.LONGEST_PAUSE);
        Duration left = timeout.left();
        Turn turn = grant.turn();
        QueuePlace here = place;
        if (turn != null && here != null) {
            here.keep(turn);
            sleepAndAskAgain(CallTimeout.shorter(turn.pause(), left));
        } else if (left.isZero() || retryAfter.compareTo(left) > 0) {
            runForCaller(() -> decide(grant, decisions, timeout.isNone()));
        } else if (here == null && takesTurn(grant)) {
            ask();
        } else {
            // A limit that is raised meanwhile is noticed when asking again.
            Duration spread = WaitSpread.of(retryAfter, decisions.get(0).blocked());
            sleepAndAskAgain(CallTimeout.shorter(CallTimeout.shorter(spread, left), waits.longestSleep()));
        }
    }

    private boolean takesTurn(Grant rejection) {
        QueuePlace turn = waits.newPlace();
        boolean takes = turn != null && asked.goAlone(rejection);
        if (takes) {
            place = turn;
            releaseAtEnd();
        }
        return takes;
    }

    @Override
    void release() {
        asked.endTurn();
        super.release();
    }

    private void sleepAndAskAgain(Duration delay) {
        waits.sleep(this, this::askAgain, delay);
    }

    private void leave() {
        waits.leave(place, asked.next());
    }
}
