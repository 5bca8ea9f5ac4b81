package io.github.ratelimited.autoconfigure.client;

import static io.github.ratelimited.autoconfigure.client.Limited.entry;
import static io.github.ratelimited.autoconfigure.client.Limited.limiter;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.client.ClientsTests.ReactiveWeather;
import io.github.ratelimited.autoconfigure.client.ClientsTests.Weather;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;
import reactor.core.publisher.Mono;

/** What an interceptor of the application repeats counts where it stands in front of the limit, and there alone. */
class AttemptsTests extends VendorFixture {

    /** Sends each request twice, in the name of an account. */
    private static final ClientHttpRequestInterceptor RETRY = (request, body, execution) -> {
        request.getHeaders().set("X-Account", "acme");
        execution.execute(request, body).close();
        return execution.execute(request, body);
    };

    private static final ExchangeFilterFunction REACTIVE_RETRY = (request, next) -> {
        ClientRequest named =
                ClientRequest.from(request).header("X-Account", "acme").build();
        return next.exchange(named)
                .flatMap(response -> response.releaseBody())
                .then(Mono.defer(() -> next.exchange(named)));
    };

    @Configuration(proxyBeanMethods = false)
    static class Customizers {

        @Bean
        RestClientCustomizer retryOfRestClients() {
            return builder -> builder.requestInterceptor(RETRY);
        }

        @Bean
        RestTemplateCustomizer retryOfRestTemplates() {
            return template -> template.getInterceptors().add(RETRY);
        }

        @Bean
        WebClientCustomizer retryOfWebClients() {
            return builder -> builder.filter(REACTIVE_RETRY);
        }
    }

    private ApplicationContextRunner application() {
        return Limited.application()
                .withUserConfiguration(ClientsTests.Services.class)
                .withPropertyValues(
                        "spring.http.serviceclient.weather.base-url=" + vendor.url(),
                        "spring.http.serviceclient.reactive-weather.base-url=" + vendor.url())
                .withPropertyValues(entry("vendor", "url=*", "key=#headers['X-Account'] ?: 'nobody'"))
                .withPropertyValues(limiter("vendor", 10, "1h"));
    }

    private static Arguments client(String name, BiConsumer<BeanFactory, String> send) {
        return Arguments.of(name, send);
    }

    private static Arguments restClient(String name, Function<RestClient.Builder, RestClient.Builder> change) {
        return client(
                name,
                (beans, url) -> restClient(change.apply(beans.getBean(RestClient.Builder.class)))
                        .accept(url));
    }

    private static Arguments webClient(String name, Function<WebClient.Builder, WebClient.Builder> change) {
        return client(
                name,
                (beans, url) -> webClient(change.apply(beans.getBean(WebClient.Builder.class)))
                        .accept(url));
    }

    static Stream<Arguments> inFront() {
        return Stream.of(
                restClient("RestClient", builder -> first(builder, RETRY)),
                webClient("WebClient", builder -> first(builder, REACTIVE_RETRY)),
                client(
                        "RestTemplate",
                        (beans, url) -> beans.getBean(RestTemplateBuilder.class)
                                .additionalInterceptors(RETRY)
                                .build()
                                .getForObject(url, String.class)));
    }

    private static RestClient.Builder first(RestClient.Builder builder, ClientHttpRequestInterceptor retry) {
        return builder.requestInterceptors(all -> all.add(0, retry));
    }

    private static WebClient.Builder first(WebClient.Builder builder, ExchangeFilterFunction retry) {
        return builder.filters(all -> all.add(0, retry));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("inFront")
    void countInFrontOfTheLimit(String name, BiConsumer<BeanFactory, String> send) {
        application().run(context -> {
            send.accept(context, vendor.url());

            assertSentTwice(context, "acme", 8);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Configurers {

        @Bean
        RestClientHttpServiceGroupConfigurer retryOfServices() {
            return groups -> groups.forEachClient((group, builder) -> first(builder, RETRY));
        }

        @Bean
        WebClientHttpServiceGroupConfigurer retryOfReactiveServices() {
            return groups -> groups.forEachClient((group, builder) -> first(builder, REACTIVE_RETRY));
        }
    }

    static Stream<Arguments> services() {
        return Stream.of(
                client("service", (beans, url) -> beans.getBean(Weather.class).get()),
                client(
                        "reactive service",
                        (beans, url) -> beans.getBean(ReactiveWeather.class).get()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("services")
    void countInFrontOfTheLimitOfServices(String name, BiConsumer<BeanFactory, String> send) {
        application().withUserConfiguration(Configurers.class).run(context -> {
            send.accept(context, vendor.url());

            assertSentTwice(context, "acme", 8);
        });
    }

    static Stream<Arguments> customized() {
        return Stream.concat(
                services(),
                Stream.of(
                        restClient("RestClient", builder -> builder),
                        webClient("WebClient", builder -> builder),
                        client(
                                "RestTemplate",
                                (beans, url) -> beans.getBean(RestTemplateBuilder.class)
                                        .build()
                                        .getForObject(url, String.class))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("customized")
    void countFromCustomizers(String name, BiConsumer<BeanFactory, String> send) {
        application().withUserConfiguration(Customizers.class).run(context -> {
            send.accept(context, vendor.url());

            assertSentTwice(context, "acme", 8);
        });
    }

    static Stream<Arguments> behind() {
        return Stream.of(
                restClient("RestClient", builder -> builder.requestInterceptor(RETRY)),
                webClient("WebClient", builder -> builder.filter(REACTIVE_RETRY)),
                client("RestTemplate", (beans, url) -> {
                    RestTemplate template =
                            beans.getBean(RestTemplateBuilder.class).build();
                    template.getInterceptors().add(RETRY);
                    template.getForObject(url, String.class);
                }));
    }

    /** Spring's clients call interceptors in the order in which they were added, and builders are injected with the limit. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("behind")
    void areOneRequestBehindTheLimit(String name, BiConsumer<BeanFactory, String> send) {
        application().run(context -> {
            send.accept(context, vendor.url());

            assertSentTwice(context, "nobody", 9);
        });
    }

    private void assertSentTwice(BeanFactory beans, String account, long left) {
        RateLimiter limiter = beans.getBean(RateLimiters.class).get("vendor");
        assertThat(vendor.requests()).hasSize(2);
        assertThat(limiter.forKey(account).availablePermits()).isEqualTo(left);
    }
}
