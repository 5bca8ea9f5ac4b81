package io.github.ratelimited.hold;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.interceptor.expression.CallEnd;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a call took, or was refused. It is settled once: when the call is over, or given back as a whole when it never
 * began. Safe for use by many threads.
 */
public final class Taken {

    /** Of a call that is not limited. */
    public static final Taken NOTHING = new Taken(List.of(), List.of(), new SettleFailures(limiter -> {}));

    private final List<Decision> decisions;
    private final List<Held> held;
    private final SettleFailures failures;
    private final AtomicBoolean over = new AtomicBoolean();

    /** What one limiter granted, and the limits that it is for. */
    record Held(Hold hold, List<CallCost> costs) {

        void end(CallEnd end, SettleFailures failures) {
            String limiter = hold.decision().limiter();
            hold.settle(costs.stream()
                    .mapToLong(cost -> cost.actual(end, limiter, failures))
                    .reduce(0, CombinedPermits::sum));
        }
    }

    Taken(List<Decision> decisions, List<Held> held, SettleFailures failures) {
        this.decisions = List.copyOf(decisions);
        this.held = List.copyOf(held);
        this.failures = failures;
    }

    /** What was decided without anything to settle. */
    static Taken decided(List<Decision> decisions) {
        return new Taken(decisions, List.of(), NOTHING.failures);
    }

    /** This and what was taken elsewhere, without its decisions. */
    public Taken and(Taken other) {
        if (other.held.isEmpty()) {
            return this;
        }
        return new Taken(
                decisions,
                Stream.concat(held.stream(), other.held.stream()).toList(),
                held.isEmpty() ? other.failures : failures);
    }

    /** The same with changed decisions. Only one of the two can be settled. */
    public Taken withDecisions(UnaryOperator<Decision> change) {
        return new Taken(decisions.stream().map(change).toList(), held, failures);
    }

    /** {@return what each limiter decided, that which counts first; empty for a call that is not limited} */
    public List<Decision> decisions() {
        return decisions;
    }

    /** {@return the decision about the call, {@code null} where it is not limited} */
    public @Nullable Decision decision() {
        return decisions.isEmpty() ? null : decisions.get(0);
    }

    /** {@return whether the call may go on} */
    public boolean isAllowed() {
        return decisions.isEmpty() || decisions.get(0).allowed();
    }

    /** {@return whether somebody has to say how the call ends} */
    public boolean isSettled() {
        return any(cost -> cost.settle() != null);
    }

    /** {@return whether the cost depends on a word for the end of the call} */
    public boolean uses(String word) {
        return any(cost -> cost.uses(word));
    }

    /** Asked by each call, so it makes no garbage. */
    private boolean any(Predicate<CallCost> asked) {
        for (int i = 0; i < held.size(); i++) {
            for (CallCost cost : held.get(i).costs()) {
                if (asked.test(cost)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The call has begun: what is not settled stays taken, and does not count as open any more. */
    public void begun() {
        if (!held.isEmpty() && !isSettled()) {
            end(CallEnd.returned(null));
        }
    }

    /**
     * Settles what the call took.
     *
     * @param end how the call has ended
     */
    public void end(CallEnd end) {
        if (!held.isEmpty() && over.compareAndSet(false, true)) {
            held.forEach(each -> each.end(end, failures));
        }
    }

    /** Gives back all that was taken for a call that never began. */
    public void giveBack() {
        if (!held.isEmpty() && over.compareAndSet(false, true)) {
            held.forEach(each -> each.hold().settle(0));
        }
    }
}
