package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/**
 * Reads the expressions of one limit, and evaluates those that no call can change.
 *
 * @param parser makes the expression of an attribute, {@code null} where there is none
 * @param problems takes what is wrong
 * @param action what to do about it
 */
public record ExpressionReader(
        Function<String, @Nullable LimitExpression> parser, FindingCollector problems, String action) {

    /** {@return the expressions, which work only where nothing is wrong} */
    public LimitExpressions read() {
        LimitExpression key = parse("key");
        evaluate(key, LimitExpression::keyText);
        LimitExpression permits = parse("permits");
        Long constant = evaluate(permits, LimitExpression::permits);
        LimitExpression condition = parse("condition");
        evaluate(condition, LimitExpression::condition);
        LimitExpression plan = parse("plan");
        evaluate(plan, LimitExpression::plan);
        LimitExpression settle = parse("settle");
        evaluate(settle, LimitExpression::cost);
        if (settle != null && constant != null && constant == 0) {
            problems.add(
                    "permits '0' with " + settle.text() + " lets all calls through that run at the same time",
                    "Let a call take at least 1 permit first; what settle does not need goes back");
        }
        return new LimitExpressions(key, permits, condition, plan, settle);
    }

    private @Nullable LimitExpression parse(String attribute) {
        return problems.attempt(() -> parser.apply(attribute), action);
    }

    /** {@return what an expression gives to every call, {@code null} where that differs or there is none} */
    public <T> @Nullable T evaluate(
            @Nullable LimitExpression expression, BiFunction<LimitExpression, EvaluationContext, @Nullable T> value) {
        return expression == null ? null : problems.attempt(() -> expression.constant(value), action);
    }
}
