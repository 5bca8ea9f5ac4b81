package io.github.ratelimited.interceptor.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimiterSettingsTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void propertiesOfTheNameWinOverTheAnnotationAndThatOverTheDefaults() {
        SettingsPrecedence settings =
                new SettingsPrecedence(SomeSettings.limit(1L, SECOND), Map.of("api", SomeSettings.limit(3L, null)));
        RateLimit limit = settings.limit(settings.own("api", SomeSettings.limit(2L, Duration.ofSeconds(2))));
        assertThat(limit).isEqualTo(RateLimit.of(3, Duration.ofSeconds(2)));
        assertThat(settings.limit(settings.own("other", SomeSettings.limit(2L, null))))
                .isEqualTo(RateLimit.of(2, SECOND));
        assertThat(settings.limit(settings.own("other", LimiterSettings.NONE))).isEqualTo(RateLimit.of(1, SECOND));
    }

    @Test
    void saysNothingAboutLimitsOfWhichOnlyDefaultsWithoutRateSpeak() {
        SettingsPrecedence settings = new SettingsPrecedence(SomeSettings.limit(null, SECOND), Map.of());
        assertThat(settings.limit(LimiterSettings.NONE)).isNull();
    }

    @Test
    void namesWhatIsMissing() {
        SettingsPrecedence settings =
                new SettingsPrecedence(LimiterSettings.NONE, Map.of("api", SomeSettings.limit(0L, SECOND)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.limit(SomeSettings.limit(null, SECOND)))
                .withMessage("The rate is missing");
        assertThatIllegalArgumentException()
                .isThrownBy(settings::limits)
                .withMessage("ratelimited.limiters.api: rate must be at least 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.limit(SomeSettings.limit(5L, null)))
                .withMessage("The interval for the rate of 5 is missing");
    }

    @Test
    void givesTheDefaultBurstToBucketsOnly() {
        LimiterSettings defaults =
                new LimiterSettings(10L, LimitInterval.of(SECOND), null, null, 20L, null, null, null, null, null, null);
        SettingsPrecedence settings = new SettingsPrecedence(defaults, Map.of());
        LimiterSettings bucket =
                new LimiterSettings(null, null, null, Algorithm.TOKEN_BUCKET, null, null, null, null, null, null, null);
        assertThat(settings.limit(bucket).burst()).isEqualTo(20);
        assertThat(settings.limit(LimiterSettings.NONE).burst()).isEqualTo(10);
    }

    @Test
    void listsTheLimitsThatNeedNoAnnotation() {
        SettingsPrecedence settings = new SettingsPrecedence(
                LimiterSettings.NONE,
                Map.of(
                        "b",
                        SomeSettings.limit(2L, SECOND),
                        "c",
                        SomeSettings.limit(null, SECOND),
                        "d",
                        SomeSettings.limit(3L, null)));
        assertThat(settings.limits()).isEqualTo(Map.of("b", RateLimit.of(2, SECOND)));
    }

    @Test
    void minusOneWaitsForeverAndOtherNegativesAreRefused() {
        assertThat(timeout(Duration.ofMillis(-1)).timeout()).isEqualTo(ChronoUnit.FOREVER.getDuration());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> timeout(Duration.ofSeconds(-1)))
                .withMessage("timeout must be 0, positive, or -1 to wait as long as it takes, but is PT-1S");
    }

    private static LimiterSettings timeout(Duration timeout) {
        return new LimiterSettings(null, null, null, null, null, timeout, null, null, null, null, null);
    }

    @Test
    void arePropertiesWithBracketsAroundNamesThatNeedThem() {
        assertThat(SettingsPrecedence.property("log-in2")).isEqualTo("ratelimited.limiters.log-in2");
        assertThat(SettingsPrecedence.property("com.acme.Api.find(String)"))
                .isEqualTo("ratelimited.limiters.[com.acme.Api.find(String)]");
        assertThat(SettingsPrecedence.property("log_in")).isEqualTo("ratelimited.limiters.[log_in]");
    }

    private static LimiterSettings calendar(String interval, Algorithm algorithm, String zone) {
        return new LimiterSettings(
                1L,
                interval == null ? null : LimitInterval.valueOf(interval),
                null,
                algorithm,
                null,
                null,
                null,
                null,
                null,
                null,
                zone == null ? null : ZoneId.of(zone));
    }

    private static final Algorithm CALENDAR = Algorithm.CALENDAR_WINDOW;

    private static RateLimit merged(LimiterSettings config, LimiterSettings annotated, LimiterSettings defaults) {
        SettingsPrecedence settings = new SettingsPrecedence(defaults, Map.of("api", config));
        return settings.limit(settings.own("api", annotated));
    }

    @Test
    void whoNamesTheIntervalBringsAlgorithmAndZone() {
        LimiterSettings month = calendar("1 Month", CALENDAR, "Europe/Berlin");
        LimiterSettings day = calendar("1 day", null, null);
        ZoneId berlin = ZoneId.of("Europe/Berlin");

        assertThat(merged(LimiterSettings.NONE, month, LimiterSettings.NONE))
                .isEqualTo(RateLimit.perCalendar(1, CalendarUnit.MONTH, berlin));
        assertThat(merged(SomeSettings.limit(7L, null), month, LimiterSettings.NONE))
                .isEqualTo(RateLimit.perCalendar(7, CalendarUnit.MONTH, berlin));
        assertThat(merged(day, month, LimiterSettings.NONE)).isEqualTo(RateLimit.of(1, Duration.ofDays(1)));
        assertThat(merged(LimiterSettings.NONE, day, month)).isEqualTo(RateLimit.of(1, Duration.ofDays(1)));
        assertThat(merged(month, day, LimiterSettings.NONE))
                .isEqualTo(RateLimit.perCalendar(1, CalendarUnit.MONTH, berlin));
    }

    @Test
    void theZoneOfTheDefaultsIsForThoseWithoutOneAndThereIsNoSilentUtc() {
        LimiterSettings month = calendar("1 month", CALENDAR, null);
        LimiterSettings zone = new LimiterSettings(
                null, null, null, null, null, null, null, null, null, null, ZoneId.of("Asia/Kolkata"));
        assertThat(merged(LimiterSettings.NONE, month, zone))
                .isEqualTo(RateLimit.perCalendar(1, CalendarUnit.MONTH, ZoneId.of("Asia/Kolkata")));
        LimiterSettings hour = new LimiterSettings(
                null, LimitInterval.valueOf("1h"), null, null, null, null, null, null, null, null, zone.zone());
        assertThat(merged(LimiterSettings.NONE, month, hour))
                .isEqualTo(RateLimit.perCalendar(1, CalendarUnit.MONTH, ZoneId.of("Asia/Kolkata")));
        assertThat(merged(calendar("1 year", CALENDAR, null), calendar("1 day", CALENDAR, "Europe/Berlin"), zone))
                .isEqualTo(RateLimit.perCalendar(1, CalendarUnit.YEAR, ZoneId.of("Asia/Kolkata")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> merged(LimiterSettings.NONE, month, LimiterSettings.NONE))
                .withMessageContaining("needs a time zone");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> merged(
                        calendar("1 year", CALENDAR, null),
                        calendar("1 day", CALENDAR, "Europe/Berlin"),
                        LimiterSettings.NONE))
                .withMessageContaining("needs a time zone");
    }

    @Test
    void wordsHaveAQuantityOfOneAndMonthsNoLength() {
        assertThat(LimitInterval.valueOf("1 day").length()).isEqualTo(Duration.ofDays(1));
        assertThat(LimitInterval.valueOf("1 week").length()).isEqualTo(Duration.ofDays(7));
        assertThat(LimitInterval.valueOf("1d").unit()).isNull();
        assertThat(LimitInterval.valueOf("P1D")).isEqualTo(LimitInterval.of(Duration.ofDays(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> LimitInterval.valueOf("2 months"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> merged(LimiterSettings.NONE, calendar("1 month", null, null), LimiterSettings.NONE))
                .withMessageContaining("1 month has no fixed length: it needs the algorithm CALENDAR_WINDOW");
        for (String length : List.of("1d", "P1D", "24h")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> merged(LimiterSettings.NONE, calendar(length, CALENDAR, "UTC"), LimiterSettings.NONE))
                    .withMessageContaining("CALENDAR_WINDOW has the interval 1 minute, 1 hour");
        }
    }

    @Test
    void algorithmAndZoneDoNotStandAlone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> calendar(null, CALENDAR, "UTC"))
                .withMessageContaining("needs its interval beside it");
        SettingsPrecedence settings =
                new SettingsPrecedence(LimiterSettings.NONE, Map.of("api", calendar("1 day", null, "UTC")));
        assertThatIllegalArgumentException()
                .isThrownBy(settings::limits)
                .withMessageStartingWith("ratelimited.limiters.api: zone UTC is for CALENDAR_WINDOW");
        LimiterSettings bucket =
                new LimiterSettings(null, null, null, Algorithm.TOKEN_BUCKET, null, null, null, null, null, null, null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> merged(bucket, calendar("1 month", CALENDAR, "UTC"), LimiterSettings.NONE))
                .withMessageContaining("has no fixed length");
    }
}
