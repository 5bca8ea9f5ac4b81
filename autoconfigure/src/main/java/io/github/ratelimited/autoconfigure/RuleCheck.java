package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.rule.RuleSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds what an entry asks for and its limiter cannot do, as is found of methods. */
final class RuleCheck {

    private static final Pattern CONSTANT = Pattern.compile("[0-9]{1,18}");

    private RuleCheck() {}

    static List<Finding> findings(RuleSettings rule, RateLimitedProperties properties) {
        List<Finding> findings = new ArrayList<>(0);
        String name = rule.limiter();
        SettingsPrecedence settings = properties.settings();
        Duration blockFor = settings.blockFor(name);
        if (blockFor != null && !rule.timeout().isZero()) {
            findings.add(new Finding(
                    "Rate limit '" + name
                            + "' has block-for, which follows requests that find no permits, but these wait for"
                            + " them with timeout " + rule.timeout(),
                    rule.place(),
                    "Leave one of the two out"));
        }
        RateLimit limit = settings.limits().get(name);
        if (limit != null
                && rule.plan() == null
                && rule.permits() != null
                && CONSTANT.matcher(rule.permits()).matches()) {
            try {
                limit.checkPermits(name, Long.parseLong(rule.permits()));
            } catch (IllegalArgumentException ex) {
                findings.add(new Finding(String.valueOf(ex.getMessage()), rule.place(), "Correct permits"));
            }
        }
        return findings;
    }
}
