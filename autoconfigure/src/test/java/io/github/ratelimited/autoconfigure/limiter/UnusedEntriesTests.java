package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.autoconfigure.client.RateLimitedClientsAutoConfiguration;
import io.github.ratelimited.autoconfigure.web.RateLimitedRoutesAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.client.ClientHttpRequestInterceptor;

@ExtendWith(OutputCaptureExtension.class)
class UnusedEntriesTests {

    private static <R extends AbstractApplicationContextRunner<R, ?, ?>> R configured(R runner) {
        return runner.withConfiguration(AutoConfigurations.of(
                        RateLimitedAutoConfiguration.class,
                        RateLimitedRoutesAutoConfiguration.class,
                        RateLimitedClientsAutoConfiguration.class))
                .withPropertyValues(
                        "ratelimited.store=local",
                        "ratelimited.limiters.x.rate=1",
                        "ratelimited.limiters.x.interval=1s",
                        "ratelimited.routes.api.path=/api/**",
                        "ratelimited.routes.api.limiter=x",
                        "ratelimited.clients.vendor.url=https://vendor.example/**",
                        "ratelimited.clients.vendor.limiter=x");
    }

    @Test
    void routesOfAnApplicationWithoutAServerAreWarnedOf(CapturedOutput output) {
        configured(new ApplicationContextRunner())
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output)
                .contains("ratelimited.routes has [api], which limit nothing in this application")
                .doesNotContain("ratelimited.clients has");
    }

    @Test
    void clientsOfAnApplicationWithoutSpringWebAreWarnedOf(CapturedOutput output) {
        configured(new ApplicationContextRunner())
                .withClassLoader(new FilteredClassLoader(ClientHttpRequestInterceptor.class))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("ratelimited.clients has [vendor], which limit nothing in this application");
    }

    @Test
    void entriesThatApplyAreNot(CapturedOutput output) {
        configured(new WebApplicationContextRunner())
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).doesNotContain("which limit nothing");
    }
}
