package io.github.ratelimited.interceptor.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimiterSettingsTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void propertiesOfTheNameWinOverTheAnnotationAndThatOverTheDefaults() {
        RateLimitSettings settings = new RateLimitSettings(rate(1L, SECOND), Map.of("api", rate(3L, null)));
        RateLimit limit = settings.limit(settings.own("api", rate(2L, Duration.ofSeconds(2))));
        assertThat(limit).isEqualTo(RateLimit.of(3, Duration.ofSeconds(2)));
        assertThat(settings.limit(settings.own("other", rate(2L, null)))).isEqualTo(RateLimit.of(2, SECOND));
        assertThat(settings.limit(settings.own("other", LimiterSettings.NONE))).isEqualTo(RateLimit.of(1, SECOND));
    }

    @Test
    void saysNothingAboutLimitsOfWhichOnlyDefaultsWithoutRateSpeak() {
        RateLimitSettings settings = new RateLimitSettings(rate(null, SECOND), Map.of());
        assertThat(settings.limit(LimiterSettings.NONE)).isNull();
    }

    @Test
    void namesWhatIsMissing() {
        RateLimitSettings settings = new RateLimitSettings(LimiterSettings.NONE, Map.of("api", rate(0L, SECOND)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.limit(rate(null, SECOND)))
                .withMessage("The rate is missing");
        assertThatIllegalArgumentException()
                .isThrownBy(settings::limits)
                .withMessage("ratelimited.limiters.api: rate must be at least 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.limit(rate(5L, null)))
                .withMessage("The interval for the rate of 5 is missing");
    }

    @Test
    void givesTheDefaultBurstToBucketsOnly() {
        LimiterSettings defaults = new LimiterSettings(10L, SECOND, null, null, 20L, null, null, null, null);
        RateLimitSettings settings = new RateLimitSettings(defaults, Map.of());
        LimiterSettings bucket =
                new LimiterSettings(null, null, null, Algorithm.TOKEN_BUCKET, null, null, null, null, null);
        assertThat(settings.limit(bucket).burst()).isEqualTo(20);
        assertThat(settings.limit(LimiterSettings.NONE).burst()).isEqualTo(10);
    }

    @Test
    void listsTheLimitsThatNeedNoAnnotation() {
        RateLimitSettings settings = new RateLimitSettings(
                LimiterSettings.NONE, Map.of("b", rate(2L, SECOND), "c", rate(null, SECOND), "d", rate(3L, null)));
        assertThat(settings.limits()).isEqualTo(Map.of("b", RateLimit.of(2, SECOND)));
    }

    @Test
    void minusOneWaitsForeverAndOtherNegativesAreRefused() {
        assertThat(timeout(Duration.ofMillis(-1)).timeout()).isEqualTo(ChronoUnit.FOREVER.getDuration());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> timeout(Duration.ofSeconds(-1)))
                .withMessage("timeout must be 0, positive, or -1 to wait for as long as it takes, but is PT-1S");
    }

    private static LimiterSettings rate(Long rate, Duration interval) {
        return new LimiterSettings(rate, interval, null, null, null, null, null, null, null);
    }

    private static LimiterSettings timeout(Duration timeout) {
        return new LimiterSettings(null, null, null, null, null, timeout, null, null, null);
    }

    @Test
    void arePropertiesWithBracketsAroundNamesThatNeedThem() {
        assertThat(RateLimitSettings.property("log-in2")).isEqualTo("ratelimited.limiters.log-in2");
        assertThat(RateLimitSettings.property("com.acme.Api.find(String)"))
                .isEqualTo("ratelimited.limiters.[com.acme.Api.find(String)]");
        assertThat(RateLimitSettings.property("log_in")).isEqualTo("ratelimited.limiters.[log_in]");
    }
}
