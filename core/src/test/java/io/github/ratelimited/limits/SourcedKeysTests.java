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
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;

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
            asked.add(tenant);
            return contract(tenant);
        }

        @Override
        public @Nullable RateLimit limitFor(String limiter, List<String> parts) {
            asked.add(parts);
            return contract(parts.get(0));
        }

        private static @Nullable RateLimit contract(String tenant) {
            return tenant.equals("50 %") ? CONTRACT : null;
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
        assertThat(asked).containsExactly(List.of("50 %", "7"), "%(50 %0025%,7%,%)", "50 %");
    }

    @Test
    void areGivenToMethodsOfAProxyWhoseAdviceCounts() {
        ProxyFactory proxies = new ProxyFactory(new OfTenants());
        Queue<Object> advised = new ConcurrentLinkedQueue<>();
        proxies.addAdvice((MethodInterceptor) call -> {
            advised.add(call.getArguments()[1]);
            return call.proceed();
        });
        try (RateLimiters limiters = limiters((LimitSource) proxies.getProxy())) {
            RateLimiter search = limiters.get("search");
            assertThat(search.forKey("50 %").limit()).isEqualTo(CONTRACT);
            assertThat(search.forKey(List.of("50 %", 7)).limit()).isEqualTo(CONTRACT);
        }
        assertThat(advised).containsExactly("50 %", List.of("50 %", "7")).containsExactlyElementsOf(asked);
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
