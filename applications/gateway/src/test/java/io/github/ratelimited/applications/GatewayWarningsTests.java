package io.github.ratelimited.applications;

import static io.github.ratelimited.applications.Gateway.WITH_REDIS;
import static io.github.ratelimited.applications.Gateway.concat;
import static io.github.ratelimited.applications.Gateway.start;
import static io.github.ratelimited.applications.Requests.statuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.gateway.event.RefreshRoutesEvent;
import org.springframework.context.ConfigurableApplicationContext;

/** What is logged of routes whose filter cannot count as they say. */
@ExtendWith({RedisExtension.class, OutputCaptureExtension.class})
class GatewayWarningsTests {

    @AutoClose
    private final Gateway gateway = new Gateway();

    @Test
    void argumentsForALimiterThatTheFilterDoesNotUseAreWarnedOf(Redis redis, CapturedOutput output) {
        try (ConfigurableApplicationContext context =
                start(redis, concat(gateway.route("ratelimited.limiter=orders"), WITH_REDIS))) {
            assertThat(statuses(context, "alice")).containsOnly(500);
            assertThat(output)
                    .containsOnlyOnce("Route 'orders' has arguments for ratelimited, but its filter uses the default");
        }
    }

    @Test
    void argumentsForTheLimiterInUseAreNotWarnedOf(Redis redis, CapturedOutput output) {
        start(redis, gateway.route("ratelimited.limiter=orders")).close();
        start(
                        redis,
                        concat(
                                gateway.route("ratelimited.limiter=orders", "rate-limiter=#{@ratelimitedGateway}"),
                                WITH_REDIS))
                .close();
        assertThat(output).doesNotContain("has arguments for ratelimited");
    }

    @Test
    void permitsThatAreNeverGrantedAreWarnedOfAtStartup(Redis redis, CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(redis, gateway.route("ratelimited.permits=9"))) {
            assertThat(statuses(context, "alice")).containsOnly(422);
            assertThat(output)
                    .containsOnlyOnce(
                            "Route 'orders' takes 9 permits of the rate limit 'orders', which grants at most 2");
        }
    }

    @Test
    void permitsThatAContractMayGrantAreNotWarnedOf(Redis redis, CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(
                redis,
                concat(gateway.route("ratelimited.permits=9"), "--ratelimited.limiters.orders.limit-source=true"))) {
            assertThat(statuses(context, "alice")).contains(200);
            assertThat(output).doesNotContain("Route 'orders' takes 9 permits");
        }
    }

    @Test
    void aLimiterThatNobodyDeclaredIsWarnedOfOnce(Redis redis, CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(redis, gateway.route("ratelimited.limiter=oders"))) {
            context.publishEvent(new RefreshRoutesEvent(this));

            assertThat(statuses(context, "alice")).containsOnly(500);
            assertThat(output).containsOnlyOnce("Route 'orders' counts by the rate limit 'oders', which has no limit");
        }
    }

    @Test
    void argumentsThatNobodyKnowsAreWarnedOfOnce(Redis redis, CapturedOutput output) {
        try (ConfigurableApplicationContext context =
                start(redis, gateway.route("ratelimited.limitr=closed", "ratelimited.permits=1"))) {
            context.publishEvent(new RefreshRoutesEvent(this));

            assertThat(statuses(context, "alice")).containsExactly(200, 200, 429);
            assertThat(output)
                    .containsOnlyOnce(
                            "Route 'orders' has unknown arguments, which change nothing: [ratelimited.limitr]");
        }
    }
}
