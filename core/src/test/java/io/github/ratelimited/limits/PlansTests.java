package io.github.ratelimited.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.local.LocalRateLimiters;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What plans are refused where they are given. */
class PlansTests {

    private static final Plan TWENTY = new Plan(20L, null, null);

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder().build();

    private void refuses(Map<String, Plan> plans, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiters.plans("search", plans))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalRateLimiters.builder().plans("search", plans))
                .withMessage(message);
    }

    private static Map<String, Plan> one(@Nullable String name, @Nullable Plan plan) {
        Map<String, Plan> plans = new HashMap<>();
        plans.put(name, plan);
        return plans;
    }

    @Test
    @SuppressWarnings("NullAway") // As programs without a check of nulls do.
    void noneMustBeMissing() {
        refuses(null, "plans of 'search' must be given, but is null");
        refuses(one("pro", null), "plan 'pro' of 'search' must be given, but is null");
        refuses(one(null, TWENTY), "name of a plan of 'search' must be given, but is null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pro", "free-trial", "Pro_2", "v1.5", "2026"})
    void areNamedLikeLimiters(String name) {
        assertThat(Plans.of("search", one(name, TWENTY)).names()).containsExactly(name);
    }

    @ParameterizedTest
    @CsvSource({"'', ''", "'  ', '  '", "---, ---", "größe, größe", "a b, a b", "'a\nb', a\\u000Ab"})
    void otherNamesAreRefusedAsTheyWereWritten(String name, String shown) {
        refuses(
                one(name, TWENTY),
                "The name of a plan of 'search' must be letters, digits, '.', '_' and '-', begin with a letter or digit"
                        + " and have at most 100 characters, but is '" + shown + "'");
    }

    @Test
    void longNamesAreRefused() {
        assertThat(Plans.of("search", one("n".repeat(100), TWENTY)).names()).hasSize(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plans.of("search", one("n".repeat(101), TWENTY)))
                .withMessageContaining("at most 100 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "Other", "n-one"})
    void namesForCallsWithoutPlanAreRefused(String name) {
        refuses(
                one(name, TWENTY),
                "'" + name + "' is not a valid name of a plan: metrics use it for calls without a plan");
    }
}
