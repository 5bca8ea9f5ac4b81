package io.github.ratelimited.rule;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.hold.CombinedPermits;
import io.github.ratelimited.hold.DerivedStage;
import io.github.ratelimited.hold.PermitTaker;
import io.github.ratelimited.hold.ShadowRequest;
import io.github.ratelimited.hold.Taken;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.springframework.expression.EvaluationContext;

/**
 * The permits that the rules of one request take, all or none.
 *
 * @param taker takes them
 * @param shares what each rule takes, at least one
 * @param counted the rules that take it
 * @param addressed has a decision say whom its limit is meant for
 * @param <C> what the expressions of the rules see
 */
record RulePermits<C extends EvaluationContext>(
        PermitTaker taker, CombinedPermits shares, List<Counted<C>> counted, UnaryOperator<Decision> addressed) {

    /** What was taken or refused, for which the thread may wait. */
    Taken take() {
        return taker.take(shares).told(addressed);
    }

    /** The same without blocking. Cancelling gives permits back for as long as they are not there. */
    CompletableFuture<Taken> takeAsync() {
        return DerivedStage.of(taker.takeAsync(shares), taken -> taken.told(addressed));
    }

    /** What is taken by limiters that only watch, for which the thread may wait. */
    Taken watch(DecisionListener listener) {
        return watching().take(told(listener));
    }

    /** The same without blocking. */
    CompletableFuture<Taken> watchAsync(DecisionListener listener) {
        return watching().takeAsync(told(listener));
    }

    private ShadowRequest watching() {
        return new ShadowRequest(taker, shares);
    }

    private DecisionListener told(DecisionListener listener) {
        return decision -> listener.onDecision(addressed.apply(decision));
    }

    /** {@return the names of the limiters, sorted} */
    Set<String> names() {
        return shares.names();
    }
}
