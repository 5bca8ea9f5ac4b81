package io.github.ratelimited.outbound;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.rule.RuleSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** Entries that count one request to others together, with a limit of 5. */
class ClientSumCheckTests {

    private static ClientSettings entry(
            String id, String url, @Nullable Set<String> methods, @Nullable String key, String permits) {
        return new ClientSettings(
                url,
                new RuleSettings(
                        "ratelimited.clients." + id,
                        "vendor",
                        methods,
                        key,
                        permits,
                        null,
                        null,
                        null,
                        Duration.ZERO,
                        RateLimit.of(5, Duration.ofHours(1)),
                        null),
                null);
    }

    private static ThrowingCallable reading(ClientSettings... entries) {
        return reading(true, entries);
    }

    private static ThrowingCallable reading(boolean together, ClientSettings... entries) {
        return () -> new ClientLimits(new Expressions(new DefaultListableBeanFactory()), List::of)
                .replacement(List.of(entries), limiter -> together);
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example/**, https://a.example/messages, https://a.example/",
        "a.example, */v1/messages, https://a.example/v1/messages",
        "*.a.example/v1/**, http://eu.a.example/**, http://eu.a.example/",
        "*, https://a.example:8443/v1/{id}, https://a.example:8443/",
        "*.example/v1, *.example, https://x.example/v1",
        "[::1]:81/**, [::1]:81/x, https://[::1]:81/x",
    })
    void failWhereNoRequestCanHaveTheirPermits(String one, String other, String request) {
        assertThatThrownBy(reading(entry("a", one, null, null, "3"), entry("b", other, null, null, "4")))
                .isInstanceOf(RateLimitConfigurationException.class)
                .hasMessageContaining("Rate limit 'vendor' counts a request such as GET " + request)
                .hasMessageContaining("in [ratelimited.clients.a, ratelimited.clients.b], which takes 7 permits of it,"
                        + " but grants at most 5");
    }

    @ParameterizedTest
    @CsvSource({
        "a.example/**, b.example/**",
        "http://a.example, https://a.example",
        "a.example:81, a.example:82",
        "a.example/v1, a.example/v2",
        "*.a.example, a.example",
    })
    void areFineWhereNoRequestMatchesBoth(String one, String other) {
        assertThatCode(reading(entry("a", one, null, null, "3"), entry("b", other, null, null, "4")))
                .doesNotThrowAnyException();
    }

    @Test
    void areFineWhereTheyDoNotAddUp() {
        ClientSettings all = entry("a", "a.example", null, "#host", "3");
        for (ClientSettings other : List.of(
                entry("b", "a.example/x", null, "#host", "2"),
                entry("b", "a.example/x", null, null, "4"),
                entry("b", "a.example/x", null, "#host", "#attributes['messages']"))) {
            assertThatCode(reading(all, other)).doesNotThrowAnyException();
        }
        assertThatCode(reading(false, all, entry("b", "a.example/x", null, "#host", "4")))
                .doesNotThrowAnyException();
        assertThatCode(reading(
                        entry("a", "a.example", Set.of("GET"), null, "3"),
                        entry("b", "a.example", Set.of("POST"), null, "4")))
                .doesNotThrowAnyException();
    }
}
