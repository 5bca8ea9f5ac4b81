package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.interceptor.startup.AdditionalCheck;
import java.util.List;
import java.util.Set;

/** Finds limiters that Redisson's limiters cannot lease. */
final class RRateLimiterLeaseCheck implements AdditionalCheck {

    private final Set<String> leased;

    RRateLimiterLeaseCheck(Set<String> leased) {
        this.leased = leased;
    }

    @Override
    public List<Finding> findings() {
        return leased.stream()
                .map(name -> new Finding(
                        "a lease takes permits ahead and gives back the rest, which RRateLimiter cannot do",
                        SettingsPrecedence.property(name) + ".lease",
                        "Set ratelimited.store to redis, or remove the property"))
                .toList();
    }
}
