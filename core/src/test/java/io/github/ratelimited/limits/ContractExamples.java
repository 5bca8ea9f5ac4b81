package io.github.ratelimited.limits;

import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The code that docs/plans.md shows. */
final class ContractExamples {

    private ContractExamples() {}

    record Contract(long callsPerMinute) {}

    interface ContractRepository {

        Optional<Contract> findByTenant(String tenant);
    }

    record Contracts(ContractRepository contracts) implements LimitSource {

        @Override
        public @Nullable RateLimit limitFor(String limiter, String tenant) {
            return contracts
                    .findByTenant(tenant)
                    .map(contract -> RateLimit.of(contract.callsPerMinute(), Duration.ofMinutes(1)))
                    .orElse(null);
        }
    }

    abstract static class Tenants implements LimitSource {

        @Override
        public @Nullable RateLimit limitFor(String limiter, List<String> parts) {
            return limitFor(limiter, parts.get(0));
        }
    }

    static void giveForADay(RateLimiters limiters) {
        limiters.get("search").forKey("acme").setRate(RateLimit.of(5_000, Duration.ofMinutes(1)), Duration.ofDays(1));
    }
}
