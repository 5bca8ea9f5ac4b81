package io.github.ratelimited.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.internal.LoggedLines;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a source of limits is told of keys of one part and of several. */
class SourcedKeysTests {

    private static final RateLimit OWN = RateLimit.of(5, Duration.ofMinutes(1));
    private static final RateLimit CONTRACT = RateLimit.of(5_000, Duration.ofMinutes(1));

    private final Queue<Object> asked = new ConcurrentLinkedQueue<>();

    @AutoClose
    private final LoggedLines log = LoggedLines.of(LimitSources.class);

    private static RateLimiters limiters(LimitSource source) {
        return LocalRateLimiters.builder()
                .limit("search", OWN)
                .limitSource(source, name -> true)
                .limitSourceTimeout(Duration.ofSeconds(20))
                .build();
    }

    private final class OfTenants implements LimitSource {

        @Override
        public @Nullable RateLimit limitFor(String limiter, String tenant) {
            return tenant.equals("50 %") ? CONTRACT : null;
        }

        @Override
        public @Nullable RateLimit limitFor(String limiter, List<String> parts) {
            asked.add(parts);
            return limitFor(limiter, parts.get(0));
        }
    }

    @Test
    void arePartsBeforeAnythingInThemIsEscaped() {
        try (RateLimiters limiters = limiters(new OfTenants())) {
            RateLimiter search = limiters.get("search");
            assertThat(search.forKey(List.of("50 %", 7)).limit()).isEqualTo(CONTRACT);
            assertThat(search.forKey("%(50 %0025%,7%,%)").limit()).isEqualTo(OWN);
            assertThat(search.forKey("50 %").withPlan("pro").limit()).isEqualTo(CONTRACT);
        }
        assertThat(asked).containsExactly(List.of("50 %", "7"), List.of("%(50 %0025%,7%,%)"), List.of("50 %"));
    }

    @Test
    void ofSeveralPartsFailWhereTheSourceLooksAtOneOnly() {
        LimitSource source = (limiter, key) -> {
            asked.add(key);
            return CONTRACT;
        };
        try (RateLimiters limiters = limiters(source)) {
            RateLimiter search = limiters.get("search");
            assertThat(search.forKey(List.of("acme", "ann")).limit()).isEqualTo(OWN);
            assertThat(search.forKey(List.of("acme")).limit()).isEqualTo(CONTRACT);
        }
        assertThat(asked).containsExactly("acme");
        assertThat(log.texts()).anyMatch(line -> line.contains("'search'"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> source.limitFor("search", List.of("acme", "ann")))
                .withMessageContaining("has 2 parts")
                .withMessageContaining("limitFor(String, List<String>)");
    }
}
