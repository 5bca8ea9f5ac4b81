package io.github.ratelimited.autoconfigure.client;

import static io.github.ratelimited.autoconfigure.client.Limited.entry;
import static io.github.ratelimited.autoconfigure.client.Limited.limiter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Audience;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.outbound.RateLimitClientInterceptor;
import io.github.ratelimited.outbound.ReactiveRateLimitClientFilter;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

class ClientsTests extends VendorFixture {

    interface Weather {

        @GetExchange("/weather")
        void get();
    }

    interface ReactiveWeather {

        @GetExchange("/weather")
        void get();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "weather", types = Weather.class)
    @ImportHttpServices(
            group = "reactive-weather",
            types = ReactiveWeather.class,
            clientType = org.springframework.web.service.registry.HttpServiceGroup.ClientType.WEB_CLIENT)
    static class Services {}

    private ApplicationContextRunner application() {
        return Limited.application()
                .withUserConfiguration(Services.class)
                .withPropertyValues(
                        "spring.http.serviceclient.weather.base-url=" + vendor.url(),
                        "spring.http.serviceclient.reactive-weather.base-url=" + vendor.url());
    }

    static Stream<Arguments> clients() {
        return Stream.of(
                client("RestClient", beans -> restClient(beans.getBean(RestClient.Builder.class))),
                client(
                        "RestTemplate",
                        beans -> restTemplate(
                                beans.getBean(RestTemplateBuilder.class).build())),
                client("WebClient", beans -> webClient(beans.getBean(WebClient.Builder.class))),
                client("service", beans -> url -> beans.getBean(Weather.class).get()),
                client(
                        "reactive service",
                        beans -> url -> beans.getBean(ReactiveWeather.class).get()),
                client("RestClient of a RestTemplate", beans -> {
                    RestTemplate template =
                            beans.getBean(RestTemplateBuilder.class).build();
                    return restClient(RestClient.builder(template)
                            .requestInterceptor(beans.getBean(RateLimitClientInterceptor.class)));
                }),
                client(
                        "own RestClient",
                        beans -> restClient(RestClient.builder()
                                .requestInterceptor(beans.getBean(RateLimitClientInterceptor.class)))),
                client(
                        "own WebClient",
                        beans -> webClient(
                                WebClient.builder().filter(beans.getBean(ReactiveRateLimitClientFilter.class)))));
    }

    private static Arguments client(String name, Function<BeanFactory, Consumer<String>> made) {
        return Arguments.of(name, made);
    }

    private static Consumer<String> restTemplate(RestTemplate template) {
        return url -> template.getForObject(url, String.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("clients")
    void sendsWhatTheLimitAllowsAndNoMore(String name, Function<BeanFactory, Consumer<String>> made) {
        application()
                .withPropertyValues(entry("weather", "url=" + vendor.host()))
                .withPropertyValues(limiter("weather", 3, "1h"))
                .run(context -> {
                    Consumer<String> client = made.apply(context);
                    for (int i = 0; i < 3; i++) {
                        client.accept(vendor.url() + "/weather");
                    }

                    assertThatExceptionOfType(RateLimitExceededException.class)
                            .isThrownBy(() -> client.accept(vendor.url() + "/weather"))
                            .satisfies(rejected -> assertThat(
                                            rejected.getDecision().audience())
                                    .isEqualTo(Audience.NONE));
                    assertThat(vendor.requests()).hasSize(3).containsOnly("GET /weather");
                });
    }

    @Test
    void countsWhatMatchesHostPathAndMethod() {
        application()
                .withPropertyValues(
                        entry("orders", "url=http://*/v1/{tenant}/**", "methods=post", "key=#path['tenant']"))
                .withPropertyValues(limiter("orders", 1, "1h"))
                .run(context -> {
                    RestClient client = context.getBean(RestClient.Builder.class)
                            .baseUrl(vendor.url())
                            .build();
                    for (int i = 0; i < 3; i++) {
                        client.get().uri("/v1/one/x").retrieve().toBodilessEntity();
                        client.post().uri("/v2/one/x").retrieve().toBodilessEntity();
                    }
                    client.post().uri("/v1/one/x").retrieve().toBodilessEntity();
                    client.post().uri("/v1/two/x").retrieve().toBodilessEntity();

                    assertThatExceptionOfType(RateLimitExceededException.class)
                            .isThrownBy(() ->
                                    client.post().uri("/v1/one/y").retrieve().toBodilessEntity());
                    assertThat(vendor.requests()).hasSize(8);
                });
    }

    @Test
    void takesThePermitsOfSeveralLimitsOrOfNone() {
        application()
                .withPropertyValues(entry("all", "url=*", "permits=2"))
                .withPropertyValues(limiter("all", 10, "1h"))
                .withPropertyValues(entry("heavy", "url=*/heavy", "condition=#headers['free'] == null"))
                .withPropertyValues(limiter("heavy", 1, "1h"))
                .run(context -> {
                    RestClient client = context.getBean(RestClient.Builder.class)
                            .baseUrl(vendor.url())
                            .build();
                    client.get().uri("/heavy").retrieve().toBodilessEntity();
                    for (int i = 0; i < 3; i++) {
                        assertThatExceptionOfType(RateLimitExceededException.class)
                                .isThrownBy(() ->
                                        client.get().uri("/heavy").retrieve().toBodilessEntity());
                    }
                    for (int i = 0; i < 4; i++) {
                        client.get()
                                .uri("/heavy")
                                .header("Free", "yes")
                                .retrieve()
                                .toBodilessEntity();
                    }

                    assertThat(vendor.requests()).hasSize(5);
                });
    }
}
