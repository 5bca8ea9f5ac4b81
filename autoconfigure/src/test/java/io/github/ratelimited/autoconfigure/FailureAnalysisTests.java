package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Starts real applications, so that the order among Spring Boot's own analyzers counts. */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTests {

    private final CapturedOutput output;

    FailureAnalysisTests(CapturedOutput output) {
        this.output = output;
    }

    @Test
    void showsHowToWriteTheUrlOfAServer() {
        fail("--ratelimited.redis.url=redis.acme:6379");

        assertThat(output).contains("Reason: ratelimited.redis.url must look like redis://user:password@host:port");
    }

    @Test
    void showsHowToWriteANameWithDots() {
        fail("--ratelimited.limiters.com.acme.Orders.place.rate=5");

        assertThat(output)
                .contains("ratelimited.limiters.com.acme.")
                .contains("\"[com.acme.Orders.place]\":\n          ...");
    }

    @Test
    void namesTheSettingsOfALimiterForAnUnknownOne() {
        fail("--ratelimited.limiters.login.rates=5");

        assertThat(output)
                .contains("Property: ratelimited.limiters.login.rates")
                .contains(
                        "Below ratelimited.limiters.login there are: rate, interval, type, algorithm, burst, timeout, on-failure");
    }

    @ParameterizedTest
    @ValueSource(strings = {"limiters.login.rate", "redis.timeout", "failure.policy", "store"})
    void asksForTheValueOfAPropertyThatIsEmpty(String name) {
        fail("--ratelimited." + name + "=");

        assertThat(output)
                .contains("Property: ratelimited." + name)
                .contains("or they are empty")
                .contains("Give the property a value or remove it.")
                .doesNotContain("Correct the name");
    }

    @Test
    void namesWhatThereIsForAnUnknownProperty() {
        fail("--ratelimited.prefx=a");

        assertThat(output)
                .contains("Property: ratelimited.prefx")
                .contains(
                        "enabled, store, prefix, order, reservation-horizon, redis, failure, denial-cache, defaults, http, client-address, endpoint, limit-source, limiters, routes");
    }

    @Test
    void namesWhatAPlanHas() {
        fail("--ratelimited.limiters.login.plans.pro.rat=5");

        assertThat(output)
                .contains("Below ratelimited.limiters.login.plans.pro there are: rate, interval, burst")
                .doesNotContain("brackets");
    }

    @Test
    void namesTheSettingsOfAGroupThatHasAValue() {
        fail("--ratelimited.limiters.login=5", "--ratelimited.limiters.orders.plans=gold");

        assertThat(output)
                .contains("Property: ratelimited.limiters.login", "Property: ratelimited.limiters.orders.plans")
                .contains("Reason: it is a group of settings, which has no value of its own")
                .contains("Write its settings below it: rate, interval, ")
                .contains("Write names below it, each with settings of its own.")
                .doesNotContain("No converter found");
    }

    @Test
    void asksForTheIntervalOfACalendarByItsProperty() {
        fail("--ratelimited.limiters.login.algorithm=calendar-window");

        assertThat(output)
                .contains("Reason: ratelimited.limiters.login.algorithm CALENDAR_WINDOW needs its interval beside it");
    }

    @Test
    void namesThePropertyOfPlansWithNamesThatCannotBe() {
        fail("--ratelimited.limiters.login.plans.none.rate=5");

        assertThat(output).contains("Reason: ratelimited.limiters.login.plans: 'none' is not a valid name of a plan");
    }

    @Test
    void asksForTheZoneOfACalendar() {
        fail(
                "--ratelimited.limiters.login.rate=5",
                "--ratelimited.limiters.login.interval=1 month",
                "--ratelimited.limiters.login.algorithm=calendar-window");

        assertThat(output).contains("Reason: ratelimited.limiters.login: CALENDAR_WINDOW needs a time zone: set zone");
    }

    @Test
    void showsHowToWriteAZoneAndAnIntervalOfTheCalendar() {
        fail("--ratelimited.defaults.zone=Europe/Berln");
        assertThat(output).contains("Use a time zone such as Europe/Berlin or +02:00.");

        fail("--ratelimited.limiters.login.interval=2 months");
        assertThat(output).contains("with CALENDAR_WINDOW 1 minute, 1 hour, 1 day, 1 week, 1 month");
    }

    @Test
    void namesTheLimiterWhoseValueIsOutOfRange() {
        fail("--ratelimited.limiters.login.rate=0");

        assertThat(output).contains("Reason: ratelimited.limiters.login.rate must be at least 1, but is 0");
    }

    @Test
    void namesWhatARouteHas() {
        fail("--ratelimited.routes.login.pth=/login", "--ratelimited.clients.vendor.fields.rest=a");

        assertThat(output)
                .contains("Below ratelimited.routes.login there are: path, methods, limiter, key")
                .contains("Below ratelimited.clients.vendor.fields there are: remaining, reset, unit");
    }

    @Test
    void showsAllMistakesOfPropertiesAtOnce() {
        fail(
                "--ratelimited.prefx=a",
                "--ratelimited.order=high",
                "--ratelimited.enabled=maybe",
                "--ratelimited.store=local",
                "--ratelimited.redis.url=redis://redis.acme:99999",
                "--ratelimited.http.headers-below=0",
                "--ratelimited.limit-source.ttl=0",
                "--ratelimited.limiters.[p q].mode=off",
                "--ratelimited.limiters.login.rate=many",
                "--ratelimited.limiters.login.interval=10",
                "--ratelimited.limiters.mail.rate=0",
                "--ratelimited.limiters.mail.timeout=-5s",
                "--ratelimited.limiters.vendor.burst=0",
                "--ratelimited.limiters.Vendor.mode=off",
                "--ratelimited.limiters.user-api.rate=1",
                "--ratelimited.limiters.userapi.mode=off",
                "--ratelimited.routes.login.stage=never");

        assertThat(output)
                .contains("Property: ratelimited.prefx")
                .contains("Property: ratelimited.enabled")
                .contains("Property: ratelimited.order")
                .contains("Reason: ratelimited.redis.url must have a port from 1 to 65535, but it is 99999")
                .contains("Reason: ratelimited.http.headers-below must be a percentage from 1 to 100, but is 0")
                .contains("Reason: ratelimited.limit-source.ttl must be positive")
                .contains("Reason: The name of a rate limit must be")
                .contains("Property: ratelimited.limiters.login.rate")
                .contains("Reason: ratelimited.limiters.login.interval needs a unit")
                .contains("Reason: ratelimited.limiters.mail.rate must be at least 1, but is 0")
                .contains("Reason: ratelimited.limiters.mail.timeout must be 0, positive, or -1")
                .contains("Reason: ratelimited.limiters.vendor.burst must be at least 1")
                .contains(
                        "Reason: ratelimited.limiters has 'Vendor' and 'vendor', which differ in case or hyphens only")
                .contains("Reason: ratelimited.limiters has 'user-api' and 'userapi', which differ in case or hyphens")
                .contains("Use one of [BEFORE_AUTHENTICATION, AFTER_AUTHENTICATION]");
        assertThat(output.toString().split("Property: ratelimited.limiters.login.rate"))
                .hasSize(2);
    }

    @Test
    void saysWhatIsMissingOfARedis() {
        fail("--spring.data.redis.sentinel.nodes=redis.example:26379");
        assertThat(output).contains("spring.data.redis:").contains("sentinel.master is missing");

        fail("--spring.data.redis.url=redis.example:6379");
        assertThat(output).contains("spring.data.redis.url must look like redis://user:password@host:port");
    }

    private void fail(String... arguments) {
        FailedStart.of(output, Map.of(), arguments);
    }
}
