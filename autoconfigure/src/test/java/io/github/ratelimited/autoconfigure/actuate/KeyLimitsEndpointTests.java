package io.github.ratelimited.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent.Cause;
import io.github.ratelimited.autoconfigure.web.Server;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;

/** What an operator does about single keys, as with curl. */
class KeyLimitsEndpointTests {

    private static final String ENDPOINT = "/actuator/ratelimited/configured";
    private static final Server server = start(WebApplicationType.SERVLET);
    private static final RateLimit OWN = RateLimit.of(9, Duration.ofMinutes(1));
    private static final RateLimit GIFT = RateLimit.of(20, Duration.ofMinutes(1));

    private final RateLimiter limiter =
            server.context().getBean(RateLimiters.class).get("configured");
    private final OperatedApplication.Heard heard = server.context().getBean(OperatedApplication.Heard.class);

    private static Server start(WebApplicationType type) {
        return Server.start(
                type,
                OperatedApplication.class,
                "--management.endpoints.web.exposure.include=ratelimited",
                "--ratelimited.limiters.configured.rate=9",
                "--ratelimited.limiters.configured.interval=1m",
                "--ratelimited.limiters.configured.plans.pro.rate=50",
                "--ratelimited.defaults.rate=7",
                "--ratelimited.defaults.interval=1m");
    }

    @AfterEach
    void startAnew() {
        List.of("acme", "a,b", List.of("acme", "export"))
                .forEach(key -> limiter.forKey(key).clearRate());
        limiter.clearRate();
        heard.events().clear();
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    void raisesOneKeyAlone() {
        assertThat(server.post(ENDPOINT + "?key=acme", "{\"rate\":20}").body())
                .contains("\"key\":\"acme\"")
                .contains("\"rate\":20");
        assertThat(limiter.forKey("acme").limit()).isEqualTo(GIFT);
        assertThat(limiter.forKey("globex").limit()).isEqualTo(OWN);
        assertThat(server.get(ENDPOINT + "?key=acme").body()).contains("\"origin\":\"KEY\"");
        assertThat(server.get(ENDPOINT + "?key=globex").body()).contains("\"origin\":\"DECLARED\"");
        assertThat(server.get(ENDPOINT + "?key=globex&plan=Pro").body())
                .contains("\"origin\":\"PLAN\"")
                .contains("\"plan\":\"pro\"");

        assertThat(server.delete(ENDPOINT + "?key=acme").statusCode()).isEqualTo(200);
        assertThat(limiter.forKey("acme").limit()).isEqualTo(OWN);
        assertThat(heard.events())
                .containsExactly(
                        new RateLimitChangedEvent("configured", OWN, GIFT, Cause.ENDPOINT, "acme"),
                        new RateLimitChangedEvent("configured", GIFT, OWN, Cause.ENDPOINT, "acme"));
    }

    @Test
    void raisesAKeyAlsoForTheTimeWhenItsNameCountsByTheOtherSlidingWindow() {
        assertThat(server.post(ENDPOINT + "?key=acme", "{\"rate\":200000}").body())
                .contains("\"rate\":200000");
        assertThat(limiter.forKey("acme").limit()).isEqualTo(OWN.withRate(200_000, 200_000));

        limiter.setRate(OWN.withAlgorithm(Algorithm.SLIDING_WINDOW_COUNTER));

        assertThat(limiter.forKey("acme").limit()).isEqualTo(RateLimit.of(200_000, OWN.interval()));
    }

    @Test
    void raisesAKeyForAWhile() {
        server.post(ENDPOINT + "?key=acme", "{\"rate\":20,\"validFor\":\"1h\"}");
        assertThat(server.get(ENDPOINT + "/keys").body())
                .contains("\"total\":1")
                .contains("\"key\":\"acme\"")
                .contains("\"until\":\"2");
    }

    @Test
    void takesKeysOfSeveralPartsAndKeysWithCommas() {
        server.post(ENDPOINT + "?key=acme&key=export", "{\"rate\":20}");
        assertThat(limiter.forKey(List.of("acme", "export")).limit()).isEqualTo(GIFT);
        server.post(ENDPOINT + "?key=a,b", "{\"rate\":20}");
        assertThat(limiter.forKey("a,b").limit()).isEqualTo(GIFT);
        assertThat(limiter.forKey(List.of("a", "b")).limit()).isEqualTo(OWN);
    }

    @Test
    void listsThemPageByPage() {
        for (String key : List.of("c", "a", "b")) {
            limiter.forKey(key).setRate(GIFT);
        }
        assertThat(server.get(ENDPOINT + "/keys?size=2").body())
                .contains("\"total\":3", "\"key\":\"a\"", "\"key\":\"b\"")
                .doesNotContain("\"key\":\"c\"");
        assertThat(server.get(ENDPOINT + "/keys?size=2&after=b").body())
                .contains("\"key\":\"c\"")
                .doesNotContain("\"key\":\"a\"");
        assertThat(server.get(ENDPOINT + "/others").statusCode()).isEqualTo(404);
        assertThat(server.get(ENDPOINT + "/keys?size=0").statusCode()).isEqualTo(400);
        List.of("a", "b", "c").forEach(key -> limiter.forKey(key).clearRate());
    }

    @Test
    void saysWhatAChangeOfTheNameDoesNotTouch() {
        limiter.forKey("acme").setRate(GIFT);
        assertThat(server.post(ENDPOINT, "{\"rate\":3}").body())
                .contains("\"untouched\":{\"plans\":[\"pro\"],\"keys\":1}");
        assertThat(limiter.forKey("acme").limit()).isEqualTo(GIFT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ?key=acme | {"rate":5,"validFor":"soon"}
            ?key=acme | {"rate":5,"validFor":"0s"}
            ?key=acme | {"rate":0}
            ''        | {"rate":5,"validFor":"1h"}
            ?key=acme | {"rate":5,"validFor":""}
            ?key=acme | {"rate":5,"validFor":" "}
            ?key=acme | {"rate":5,"validFor":null}
            ?key=acme | {"rate":5,"validFor":[]}
            ?key=acme&validFor= | {"rate":5}
            ''        | {"rate":5,"validFor":""}
            ''        | {"rate":5,"key":null}
            """)
    void refusesWrongInputAndChangesNothing(String query, String body) {
        assertThat(server.post(ENDPOINT + query, body).statusCode()).isEqualTo(400);
        assertThat(limiter.forKey("acme").limit()).isEqualTo(OWN);
        assertThat(limiter.isRateSet()).isFalse();
        assertThat(heard.events()).isEmpty();
    }

    @Test
    void takesAnEmptyKeyForAKey() {
        assertThat(server.post(ENDPOINT + "?key=", "{\"rate\":20}").statusCode())
                .isEqualTo(200);
        assertThat(limiter.forKey("").limit()).isEqualTo(GIFT);
        assertThat(limiter.limit()).isEqualTo(OWN);
        assertThat(server.delete(ENDPOINT + "?key=").statusCode()).isEqualTo(200);
        assertThat(limiter.forKey("").limit()).isEqualTo(OWN);
    }

    @ParameterizedTest
    @EnumSource(value = WebApplicationType.class, names = "REACTIVE")
    void takesKeysOfSeveralPartsOnEveryServer(WebApplicationType type) {
        try (Server other = start(type)) {
            other.post(ENDPOINT + "?key=acme&key=export", "{\"rate\":20}");
            RateLimiter there = other.context().getBean(RateLimiters.class).get("configured");
            assertThat(there.forKey(List.of("acme", "export")).limit()).isEqualTo(GIFT);
        }
    }
}
