package io.github.ratelimited.rule;

import io.github.ratelimited.RateLimiter;

/**
 * A rule that took permits for a request.
 *
 * @param match the rule and what its expressions saw
 * @param limiter the limiter with its key
 */
public record CountedRule(RuleMatch match, RateLimiter limiter) {}
