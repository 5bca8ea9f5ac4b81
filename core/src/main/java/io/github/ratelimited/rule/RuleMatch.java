package io.github.ratelimited.rule;

import org.springframework.expression.EvaluationContext;

/**
 * A rule that is for a request.
 *
 * @param rule the rule
 * @param context what its expressions see of the request
 */
public record RuleMatch(Rule rule, EvaluationContext context) {}
