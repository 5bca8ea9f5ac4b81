package io.github.ratelimited.hold;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.Hold;
import io.github.ratelimited.interceptor.expression.CallEnd;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.internal.Returnable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a call took, or why it was rejected. It is settled once: when the call is over, or given back as a whole when it
 * never began. Safe for use by many threads.
 */
public final class TakenPermits {

    /** Of a call that is not limited. */
    public static final TakenPermits NOTHING = new TakenPermits(List.of(), List.of(), List.of());

    private final List<Decision> decisions;
    private final List<Held> held;

    /** What nothing settles. */
    private final List<Returnable> unsettled;

    private final AtomicBoolean over = new AtomicBoolean();

    /** What one limiter granted, the limits that it is for, and who is told of costs that cannot be evaluated. */
    record Held(Hold hold, List<SettledCost> costs, SettleFailures failures) {

        void end(CallEnd end) {
            String limiter = hold.decision().limiter();
            hold.settle(costs.stream()
                    .mapToLong(cost -> cost.actual(end, limiter, failures))
                    .reduce(0, CombinedLimits::sum));
        }
    }

    private TakenPermits(List<Decision> decisions, List<Held> held, List<Returnable> unsettled) {
        this.decisions = List.copyOf(decisions);
        this.held = List.copyOf(held);
        this.unsettled = List.copyOf(unsettled);
    }

    /** What was granted, and has to be settled. */
    static TakenPermits held(List<Held> held) {
        return new TakenPermits(held.stream().map(each -> each.hold.decision()).toList(), held, List.of());
    }

    /** What was decided for a call that begins at once, without anything to settle. */
    static TakenPermits decided(List<Decision> decisions) {
        return new TakenPermits(decisions, List.of(), List.of());
    }

    /** What was decided without anything to settle; what cannot go back stays taken. */
    static TakenPermits decided(List<Decision> decisions, Future<?> answer) {
        return answer instanceof Returnable returnable
                ? new TakenPermits(decisions, List.of(), List.of(returnable))
                : decided(decisions);
    }

    /**
     * What is there at once.
     *
     * @param asked what a caller has asked for
     * @param limits describes the rate limits, such as {@code [vendor]}
     * @param instead what to do about it
     * @throws IllegalStateException when it would have to be waited for; nothing stays taken then
     */
    public static TakenPermits atOnce(CompletableFuture<TakenPermits> asked, Supplier<String> limits, String instead) {
        if (!asked.isDone() && (asked.cancel(false) || !asked.isDone())) {
            asked.thenAccept(TakenPermits::giveBack);
            throw new IllegalStateException("The rate limits " + limits.get()
                    + " would have to be waited for on thread '"
                    + Thread.currentThread().getName()
                    + "', which must not block. " + instead);
        }
        return Futures.join(asked);
    }

    /** This and what was taken elsewhere, without its decisions. */
    public TakenPermits and(TakenPermits other) {
        return new TakenPermits(
                decisions,
                Stream.concat(held.stream(), other.held.stream()).toList(),
                Stream.concat(unsettled.stream(), other.unsettled.stream()).toList());
    }

    /** The same with changed decisions. Only one of the two can be settled. */
    public TakenPermits withDecisions(UnaryOperator<Decision> change) {
        return new TakenPermits(decisions.stream().map(change).toList(), held, unsettled);
    }

    /** {@return what each limiter decided, that which counts first; empty for a call that is not limited} */
    public List<Decision> decisions() {
        return decisions;
    }

    /** Notifies a listener of each decision, and returns this. */
    TakenPermits reportTo(DecisionListener listener) {
        decisions.forEach(listener::onDecision);
        return this;
    }

    /** {@return the decision about the call, {@code null} where it is not limited} */
    public @Nullable Decision decision() {
        return decisions.isEmpty() ? null : decisions.get(0);
    }

    /** {@return whether the call may go on} */
    public boolean isAllowed() {
        return decisions.isEmpty() || decisions.get(0).allowed();
    }

    /** {@return whether the end of the call has to be reported} */
    public boolean isSettled() {
        return !held.isEmpty();
    }

    /** {@return whether the cost depends on a word for the end of the call} */
    public boolean uses(String word) {
        return held.stream().anyMatch(each -> each.costs().stream().anyMatch(cost -> cost.uses(word)));
    }

    /**
     * Settles what the call took.
     *
     * @param end how the call has ended
     */
    public void end(CallEnd end) {
        if (!held.isEmpty() && over.compareAndSet(false, true)) {
            held.forEach(each -> each.end(end));
        }
    }

    /** Gives back all that was taken for a call that never began. */
    public void giveBack() {
        if (over.compareAndSet(false, true)) {
            held.forEach(each -> each.hold().settle(0));
            unsettled.forEach(Returnable::takeBack);
        }
    }
}
