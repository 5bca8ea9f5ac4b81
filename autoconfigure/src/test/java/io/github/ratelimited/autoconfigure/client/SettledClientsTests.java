package io.github.ratelimited.autoconfigure.client;

import static io.github.ratelimited.autoconfigure.client.Limited.entry;
import static io.github.ratelimited.autoconfigure.client.Limited.limiter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** What requests to others really cost, and by which plan they count. */
class SettledClientsTests extends VendorFixture {

    static Stream<Arguments> clients() {
        Function<BeanFactory, Consumer<String>> blocking = beans -> restClient(beans.getBean(RestClient.Builder.class));
        Function<BeanFactory, Consumer<String>> reactive = beans -> webClient(beans.getBean(WebClient.Builder.class));
        return Stream.of(Arguments.of("RestClient", blocking), Arguments.of("WebClient", reactive));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("clients")
    void costWhatTheAnswerSays(String name, Function<BeanFactory, Consumer<String>> made) {
        Limited.application()
                .withPropertyValues(entry(
                        "vendor", "url=*", "permits=10", "settle=T(Long).valueOf(#headers['X-Cost']) + #status - 200"))
                .withPropertyValues(limiter("vendor", 100, "1h"))
                .run(context -> {
                    vendor.next(200, "X-Cost", "3");
                    vendor.next(201, "X-Cost", "20");
                    Consumer<String> client = made.apply(context);
                    RateLimiter limiter = context.getBean(RateLimiters.class).get("vendor");

                    client.accept(vendor.url());
                    Awaitility.await().until(() -> limiter.availablePermits() == 97);
                    client.accept(vendor.url());
                    Awaitility.await().until(() -> limiter.availablePermits() == 76);
                });
    }

    @Test
    void costNothingWhereTheVendorCannotBeReached() {
        Limited.application()
                .withPropertyValues(entry("vendor", "url=*", "settle=#error == null ? 1 : 0"))
                .withPropertyValues(limiter("vendor", 5, "1h"))
                .run(context -> {
                    RestClient client =
                            context.getBean(RestClient.Builder.class).build();
                    RateLimiter limiter = context.getBean(RateLimiters.class).get("vendor");

                    assertThatExceptionOfType(ResourceAccessException.class)
                            .isThrownBy(() -> client.get()
                                    .uri("http://localhost:1/")
                                    .retrieve()
                                    .toBodilessEntity());
                    Awaitility.await().until(() -> limiter.availablePermits() == 5);
                });
    }

    @Test
    void costNothingWhereTheyCannotBeMade() {
        Limited.application()
                .withPropertyValues(entry("vendor", "url=*", "settle=#error == null ? 1 : 0"))
                .withPropertyValues(limiter("vendor", 5, "1h"))
                .run(context -> {
                    WebClient client = context.getBean(WebClient.Builder.class)
                            .exchangeFunction(request -> {
                                throw new IllegalStateException("no connector");
                            })
                            .build();

                    assertThatIllegalStateException()
                            .isThrownBy(() -> client.get()
                                    .uri(vendor.url())
                                    .retrieve()
                                    .toBodilessEntity()
                                    .block());
                    RateLimiter limiter = context.getBean(RateLimiters.class).get("vendor");
                    Awaitility.await().until(() -> limiter.availablePermits() == 5);
                });
    }

    @Test
    void countByTheirPlan() {
        Limited.application()
                .withPropertyValues(entry("vendor", "url=*", "plan=#attributes['plan']"))
                .withPropertyValues(limiter("vendor", 1, "1h"))
                .withPropertyValues("ratelimited.limiters.vendor.plans.pro.rate=2")
                .run(context -> {
                    RestClient client =
                            context.getBean(RestClient.Builder.class).build();
                    for (int i = 0; i < 2; i++) {
                        client.get()
                                .uri(vendor.url())
                                .attribute("plan", "pro")
                                .retrieve()
                                .toBodilessEntity();
                    }

                    assertThatExceptionOfType(RateLimitExceededException.class)
                            .isThrownBy(() -> client.get()
                                    .uri(vendor.url())
                                    .attribute("plan", "pro")
                                    .retrieve()
                                    .toBodilessEntity())
                            .satisfies(rejected ->
                                    assertThat(rejected.getDecision().plan()).isEqualTo("pro"));
                });
    }
}
