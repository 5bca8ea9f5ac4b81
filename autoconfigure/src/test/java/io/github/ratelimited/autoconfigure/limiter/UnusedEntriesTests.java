package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.autoconfigure.client.RateLimitedClientsAutoConfiguration;
import io.github.ratelimited.autoconfigure.web.RateLimitedRoutesAutoConfiguration;
import io.github.ratelimited.outbound.RateLimitClientInterceptor;
import io.github.ratelimited.outbound.ReactiveRateLimitClientFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

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

    private static AbstractApplicationContextRunner<ApplicationContextRunner, ?, ?> withoutStarters() {
        return configured(new ApplicationContextRunner())
                .withClassLoader(new FilteredClassLoader(RestClientCustomizer.class, WebClientCustomizer.class));
    }

    @Test
    void clientsOfAnApplicationWithoutAStarterForThemAreWarnedOf(CapturedOutput output) {
        withoutStarters().run(context -> assertThat(context).hasNotFailed());
        assertThat(output)
                .contains("ratelimited.clients has [vendor], which limit nothing in this application")
                .contains("spring-boot-starter-restclient", "spring-boot-starter-webclient");
    }

    @ParameterizedTest
    @ValueSource(classes = {OwnRestClient.class, OwnWebClient.class})
    void clientsThatTheApplicationMakesItselfAreNot(Class<?> client, CapturedOutput output) {
        withoutStarters()
                .withUserConfiguration(client)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).doesNotContain("ratelimited.clients has");
    }

    static class OwnRestClient {

        final RestClient client;

        OwnRestClient(RateLimitClientInterceptor interceptor) {
            client = RestClient.builder().requestInterceptor(interceptor).build();
        }
    }

    static class OwnWebClient {

        final WebClient client;

        OwnWebClient(ReactiveRateLimitClientFilter filter) {
            client = WebClient.builder().filter(filter).build();
        }
    }

    @Test
    void entriesThatApplyAreNot(CapturedOutput output) {
        configured(new WebApplicationContextRunner())
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).doesNotContain("which limit nothing");
    }
}
