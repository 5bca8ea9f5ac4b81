package io.github.ratelimited.rule;

import java.util.List;
import java.util.stream.Collectors;
import org.springframework.expression.EvaluationContext;

/**
 * A rule that is for a request.
 *
 * @param rule the rule
 * @param context what its expressions see of the request
 * @param <C> what its expressions see, for each kind of rules
 */
public record RuleMatch<C extends EvaluationContext>(Rule rule, C context) {

    /** {@return the names of the limiters, for messages} */
    static <C extends EvaluationContext> String limiters(List<RuleMatch<C>> matches) {
        return matches.stream().map(match -> match.rule().limiter()).distinct().collect(Collectors.joining(", "));
    }
}
