package io.github.ratelimited.rule;

import java.util.List;
import java.util.stream.Collectors;
import org.springframework.expression.EvaluationContext;

/**
 * A rule that is for a request.
 *
 * @param rule the rule
 * @param context what its expressions see of the request
 */
public record RuleMatch(Rule rule, EvaluationContext context) {

    /** {@return the names of the limiters, for messages} */
    static String limiters(List<RuleMatch> matches) {
        return matches.stream().map(match -> match.rule().limiter()).distinct().collect(Collectors.joining(", "));
    }
}
