package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Audience;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateType;
import io.github.ratelimited.interceptor.settings.LimitInterval;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RateLimitedPropertiesTests {

    @Test
    void hasDefaults() {
        RateLimitedProperties properties = bind(Map.of());

        assertThat(properties.enabled()).isTrue();
        assertThat(properties.store()).isEqualTo(RateLimitedProperties.Store.REDIS);
        assertThat(properties.prefixOfStore()).isEqualTo("ratelimited");
        assertThat(properties.order()).isZero();
        assertThat(properties.reservationHorizon()).isEqualTo(Duration.ofSeconds(30));
        assertThat(properties.redis().timeout()).isEqualTo(Duration.ofMillis(250));
        assertThat(properties.failure()).isEqualTo(new RateLimitedProperties.Failure(FailurePolicy.LOCAL, 1.0));
        assertThat(properties.denialCache().max()).isEqualTo(Duration.ofSeconds(1));
        assertThat(properties.defaults())
                .isEqualTo(new RateLimitedProperties.Limiter(
                        null, null, null, null, null, null, null, null, Map.of(), null, null, null, null, null));
        assertThat(properties.limiters()).isEmpty();
    }

    @Test
    void readsEverySettingOfALimiter() {
        RateLimitedProperties properties = bind(Map.of(
                "limiters.login.rate", "5",
                "limiters.login.interval", "10s",
                "limiters.login.type", "per-client",
                "limiters.login.algorithm", "token-bucket",
                "limiters.login.burst", "7",
                "limiters.login.timeout", "-1",
                "limiters.login.on-failure", "local",
                "limiters.login.mode", "shadow",
                "limiters.login.plans.pro.rate", "50",
                "limiters.login.audience", "none"));

        assertThat(properties.limiters())
                .containsEntry(
                        "login",
                        new RateLimitedProperties.Limiter(
                                5L,
                                LimitInterval.of(Duration.ofSeconds(10)),
                                RateType.PER_CLIENT,
                                Algorithm.TOKEN_BUCKET,
                                7L,
                                Duration.ofMillis(-1),
                                FailurePolicy.LOCAL,
                                LimiterMode.SHADOW,
                                Map.of("pro", new PlanProperties(50L, null, null)),
                                null,
                                Audience.NONE,
                                null,
                                null,
                                null));
        assertThat(bind(Map.of("limiters.login.block-for", "15m"))
                        .limiters()
                        .get("login")
                        .blockFor())
                .isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void readsTheCalendarOfALimiterAndTheZoneOfTheDefaults() {
        RateLimitedProperties properties = bind(Map.of(
                "defaults.zone", "Europe/Berlin",
                "limiters.month.rate", "5",
                "limiters.month.interval", "1 month",
                "limiters.month.algorithm", "calendar-window",
                "limiters.day.rate", "6",
                "limiters.day.interval", "1 Day",
                "limiters.day.algorithm", "calendar_window",
                "limiters.day.zone", "Asia/Kolkata",
                "limiters.hours.rate", "7",
                "limiters.hours.interval", "1 day"));

        assertThat(properties.settings().limits())
                .containsEntry("month", RateLimit.perCalendar(5, CalendarUnit.MONTH, ZoneId.of("Europe/Berlin")))
                .containsEntry("day", RateLimit.perCalendar(6, CalendarUnit.DAY, ZoneId.of("Asia/Kolkata")))
                .containsEntry("hours", RateLimit.of(7, Duration.ofDays(1)));
    }

    @Test
    void hasNoPrefixOfItsOwnForNamesThatOtherProgramsUse() {
        assertThat(bind(Map.of("store", "rratelimiter")).prefixOfStore()).isEmpty();
        assertThat(bind(Map.of("store", "rratelimiter", "prefix", "{acme}:")).prefixOfStore())
                .isEqualTo("{acme}:");
    }

    @Test
    void readsModeThatYamlTakesForABoolean() {
        assertThat(bind(Map.of("defaults.mode", "false")).defaults().mode()).isEqualTo(LimiterMode.OFF);
        assertThat(bind(Map.of("defaults.mode", "off")).defaults().mode()).isEqualTo(LimiterMode.OFF);
    }

    @ParameterizedTest
    @CsvSource({"[com.acme.Orders.place]", "login", "myLogin", "my_login", "my-login"})
    void keepsTheNameOfALimiterAsItIsWritten(String key) {
        assertThat(bind(Map.of("limiters." + key + ".rate", "5")).limiters())
                .containsOnlyKeys(key.replace("[", "").replace("]", ""));
    }

    @Test
    void completesLimitersFromTheDefaults() {
        RateLimitedProperties properties = bind(Map.of(
                "defaults.interval", "1m",
                "defaults.algorithm", "token-bucket",
                "limiters.login.rate", "5",
                "limiters.search.rate", "7",
                "limiters.search.interval", "1s",
                "limiters.search.algorithm", "sliding-window"));

        assertThat(properties.settings().limits())
                .containsOnly(
                        Map.entry(
                                "login", RateLimit.of(5, Duration.ofMinutes(1)).withAlgorithm(Algorithm.TOKEN_BUCKET)),
                        Map.entry("search", RateLimit.of(7, Duration.ofSeconds(1))));
    }

    @Test
    void leavesLimitersWithoutAnIntervalToTheirAnnotation() {
        assertThat(bind(Map.of("limiters.login.rate", "5")).settings().limits()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "prefix, ' '",
        "prefix, a{b",
        "reservation-horizon, -1s",
        "reservation-horizon, 40000d",
        "redis.timeout, 0",
        "redis.timeout, 25h",
        "http.headers-below, 0",
        "http.headers-below, 101",
        "failure.local-share, -0.1",
        "failure.local-share, 1.1",
        "denial-cache.max, -1",
        "denial-cache.max, 40000d",
        "defaults.rate, 0",
        "defaults.interval, 0",
        "defaults.burst, 0",
        "defaults.timeout, -2ms",
        "limiters.[com.acme.X.y].rate, 0"
    })
    void refusesValuesOutOfRange(String name, String value) {
        assertThatThrownBy(() -> bind(Map.of(name, value)))
                .rootCause()
                .hasMessageStartingWith("ratelimited." + name + " must ")
                .hasMessageContaining("but is");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis.timeout", "defaults.interval", "limiters.login.timeout"})
    void refusesADurationWithoutAUnit(String name) {
        for (String value : new String[] {"10", "+10", "-2", "00"}) {
            assertThatThrownBy(() -> bind(Map.of(name, value)))
                    .rootCause()
                    .hasMessage("ratelimited.%s needs a unit, such as '%ss', but is '%s'"
                            .formatted(name, value.replaceFirst("[+-]", ""), value));
        }
    }

    @Test
    void cutsNoFractionOff() {
        assertThatThrownBy(() -> bind(Map.of("limiters.login.rate", 1.5, "http.headers-below", 2.5)))
                .rootCause()
                .hasMessageContaining("ratelimited.limiters.login.rate must be a whole number, but is 1.5")
                .hasMessageContaining("ratelimited.http.headers-below must be a whole number, but is 2.5");
        assertThat(bind(Map.of("limiters.login.rate", 1e3))
                        .limiters()
                        .get("login")
                        .rate())
                .isEqualTo(1_000);
    }

    @Test
    void checksTheUnitsOfAllDurations() {
        assertThat(ConfigurationMetadataTests.properties())
                .filteredOn(property -> "java.time.Duration".equals(property.get("type")))
                .extracting(property -> (String) property.get("name"))
                .filteredOn(name -> name.startsWith("ratelimited."))
                .hasSizeGreaterThan(4)
                .allSatisfy(name -> assertThatThrownBy(
                                () -> bind(Map.of(name.substring("ratelimited.".length()), "10")))
                        .rootCause()
                        .hasMessageContaining("needs a unit"));
    }

    @Test
    void refusesANameThatCannotBe() {
        assertThatThrownBy(() -> bind(Map.of("limiters.[p q].mode", "off")))
                .rootCause()
                .hasMessageContaining("name of a rate limit")
                .hasMessageEndingWith("but is 'p q'");
    }

    @Test
    void refusesALimitThatCannotBe() {
        assertThatThrownBy(() -> bind(Map.of(
                        "limiters.login.rate", "5", "limiters.login.interval", "1s", "limiters.login.burst", "9")))
                .rootCause()
                .hasMessageStartingWith("ratelimited.limiters.login: burst 9 differs from rate 5");
    }

    private static RateLimitedProperties bind(Map<String, ?> settings) {
        MapConfigurationPropertySource source = new MapConfigurationPropertySource();
        settings.forEach((name, value) -> source.put("ratelimited." + name, value));
        return new Binder(source)
                .bindOrCreate(
                        "ratelimited",
                        Bindable.of(RateLimitedProperties.class),
                        new SettingsBinding().apply(BindHandler.DEFAULT));
    }

    @Test
    void aPolicyAloneIsNoLimit() {
        assertThat(bind(Map.of(
                                "defaults.rate", "5",
                                "defaults.interval", "10s",
                                "limiters.api.on-failure", "open",
                                "limiters.login.rate", "1"))
                        .settings()
                        .limits())
                .containsOnlyKeys("login");
    }
}
