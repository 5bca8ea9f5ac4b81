package io.github.ratelimited.rule;

import io.github.ratelimited.RateLimiter;
import org.springframework.expression.EvaluationContext;

/**
 * A rule that took permits for a request.
 *
 * @param match the rule and what its expressions saw
 * @param limiter the limiter with its key
 * @param <C> what its expressions see
 */
public record CountedRule<C extends EvaluationContext>(RuleMatch<C> match, RateLimiter limiter) {}
