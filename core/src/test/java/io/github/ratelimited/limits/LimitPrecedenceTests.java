package io.github.ratelimited.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.internal.LoggedLines;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Levels that meet at run time and do not fit together, and names and keys at the edges. */
class LimitPrecedenceTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final RateLimit OWN = RateLimit.of(5, MINUTE).withAlgorithm(Algorithm.FIXED_WINDOW);
    private static final RateLimit SLOWER =
            RateLimit.of(3, Duration.ofMinutes(2)).withAlgorithm(Algorithm.FIXED_WINDOW);

    private final AtomicInteger asked = new AtomicInteger();

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .limit("search", OWN)
            .limit("sourced", OWN)
            .plans("search", Map.of("pro", new Plan(20L, null, null), "hourly", Plan.of(20, MINUTE)))
            .limitSource(
                    (limiter, key) -> {
                        asked.incrementAndGet();

                        return null;
                    },
                    "sourced"::equals)
            .build();

    private final RateLimiter search = limiters.get("search");

    @AutoClose
    private final LoggedLines log = LoggedLines.of(IgnoredLimits.class);

    private static Decision decide(RateLimiter limiter) {
        return limiter.decide(1, Duration.ZERO);
    }

    private static RateLimit withRate(RateLimit limit, long rate) {
        return limit.withRate(rate, rate);
    }

    private List<String> logged() {
        return log.texts();
    }

    @Test
    void aPlanTakesTheIntervalThatAnOperatorHasSetWhereOnlyOneCanCount() {
        search.setRate(SLOWER);
        Decision pro = decide(search.withPlan("pro"));
        assertThat(pro.limit()).isEqualTo(withRate(SLOWER, 20));
        assertThat(pro.origin()).isEqualTo(Origin.PLAN);
        search.clearRate();
        assertThat(decide(search.withPlan("pro")).limit()).isEqualTo(withRate(OWN, 20));
        assertThat(logged()).isEmpty();
    }

    @Test
    void aPlanThatCannotCountBesideWhatAnOperatorHasSetGivesWayAndIsLoggedOnce() {
        search.setRate(SLOWER);
        for (int i = 0; i < 3; i++) {
            Decision hourly = decide(search.withPlan("hourly"));
            assertThat(hourly.limit()).isEqualTo(SLOWER);
            assertThat(hourly.origin()).isEqualTo(Origin.NAME);
        }
        assertThat(logged()).singleElement().asString().contains("'hourly'", "'search'", "PT2M");
    }

    @Test
    void aLimitOfAKeyThatCannotCountBesideWhatAnOperatorHasSetGivesWayAndIsLoggedOnce() {
        RateLimiter acme = search.forKey("acme");
        acme.setRate(withRate(OWN, 9));
        search.setRate(SLOWER);
        for (int i = 0; i < 3; i++) {
            assertThat(decide(acme).limit()).isEqualTo(SLOWER);
        }
        assertThat(logged()).singleElement().asString().contains("'search'", "9 per PT1M");
        search.clearRate();
        assertThat(decide(acme).limit()).isEqualTo(withRate(OWN, 9));
    }

    @Test
    void theSourceIsNotAskedForAKeyWhoseLimitWasSet() {
        RateLimiter acme = limiters.get("sourced").forKey("acme");
        acme.setRate(withRate(OWN, 9));
        assertThat(decide(acme).limit()).isEqualTo(withRate(OWN, 9));
        assertThat(asked).hasValue(0);
        acme.clearRate();
        assertThat(decide(acme).limit()).isEqualTo(OWN);
        assertThat(asked).hasValue(1);
    }

    @Test
    void aPlanThatIsTakenAwayLeavesItsCallersTheOwnLimit() {
        RateLimiter pro = search.withPlan("pro");
        assertThat(decide(pro).limit().rate()).isEqualTo(20);
        limiters.plans("search", Map.of());
        assertThat(decide(pro).limit()).isEqualTo(OWN);
        limiters.plans("search", Map.of("Pro", Plan.of(30, MINUTE)));
        assertThat(decide(pro).limit().rate()).isEqualTo(30);
        // What was used stays used.
        assertThat(decide(pro).remaining()).isEqualTo(26);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-_-", "none", "other", "pro ", "\n{gold}%", "ＰＲＯ"})
    void aPlanOfAnyNameThatIsNotConfiguredMeansTheOwnLimitAndIsLoggedOnceInOneLine(String plan) {
        assertThat(decide(search.withPlan(plan)).limit()).isEqualTo(OWN);
        assertThat(decide(search.withPlan(plan)).limit()).isEqualTo(OWN);
        assertThat(logged())
                .singleElement()
                .asString()
                .contains("[hourly, pro]")
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "{tag}", "50 %", "line\nfeed", "", "naïve ☃ 🎁", "a:b", "\u0000"})
    void aKeyOfAnyTextHasALimitOfItsOwn(String key) {
        search.forKey(key).setRate(withRate(OWN, 9));
        assertThat(decide(search.forKey(key)).limit().rate()).isEqualTo(9);
        assertThat(decide(search.forKey(key + "x")).limit()).isEqualTo(OWN);
        assertThat(decide(search).limit()).isEqualTo(OWN);
        search.forKey(key).clearRate();
        assertThat(decide(search.forKey(key)).limit()).isEqualTo(OWN);
    }

    @Test
    void longKeysOfAttackersTakeThePlaceOfManyInTheMemoryOfTheSource() {
        String tail = IntStream.range(0, 100_000).mapToObj(i -> "x").collect(Collectors.joining());
        RateLimiter sourced = limiters.get("sourced");
        IntStream.range(0, 250).forEach(i -> decide(sourced.forKey(i + tail)));
        IntStream.range(0, 250).forEach(i -> decide(sourced.forKey(i + tail)));
        assertThat(asked.get()).isGreaterThanOrEqualTo(300);
    }
}
