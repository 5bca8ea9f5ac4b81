package io.github.ratelimited.autoconfigure.client;

import static io.github.ratelimited.autoconfigure.client.Limited.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.RateLimiters;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class WaitingClientsTests extends VendorFixture {

    private static final Duration SPACING = Duration.ofMillis(300);

    /** Notes how long each exchange with the vendor took. */
    @Configuration(proxyBeanMethods = false)
    static class Watch {

        final Queue<Duration> exchanges = new ConcurrentLinkedQueue<>();

        @Bean
        ObservationRegistry observationRegistry() {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
                @Override
                public void onStart(Observation.Context context) {
                    context.put("began", System.nanoTime());
                }

                @Override
                public void onStop(Observation.Context context) {
                    long began = context.getRequired("began");
                    exchanges.add(Duration.ofNanos(System.nanoTime() - began));
                }

                @Override
                public boolean supportsContext(Observation.Context context) {
                    return true;
                }
            });
            return registry;
        }
    }

    /** One request each 300 ms. */
    private static ApplicationContextRunner application(String... settings) {
        return Limited.application()
                .withUserConfiguration(Watch.class)
                .withPropertyValues(entry("vendor", "url=*"))
                .withPropertyValues(
                        "ratelimited.limiters.vendor.rate=1",
                        "ratelimited.limiters.vendor.interval=" + SPACING.toMillis() + "ms",
                        "ratelimited.limiters.vendor.algorithm=leaky-bucket")
                .withPropertyValues(settings);
    }

    @Test
    void waitsWithinTheObservationOfTheClient() {
        application("ratelimited.limiters.vendor.timeout=10s").run(context -> {
            RestClient blocking = context.getBean(RestClient.Builder.class).build();
            WebClient reactive = context.getBean(WebClient.Builder.class).build();
            blocking.get().uri(vendor.url()).retrieve().toBodilessEntity();
            blocking.get().uri(vendor.url()).retrieve().toBodilessEntity();
            reactive.get().uri(vendor.url()).retrieve().toBodilessEntity().block();

            Queue<Duration> exchanges = context.getBean(Watch.class).exchanges;
            Awaitility.await().untilAsserted(() -> assertThat(exchanges).hasSize(3));
            assertThat(exchanges.stream().skip(1))
                    .allSatisfy(took -> assertThat(took).isGreaterThan(SPACING.dividedBy(2)));
        });
    }

    @Test
    void timeoutOfTheEntryComesBeforeThatOfTheLimiter() {
        application("ratelimited.clients.vendor.timeout=10s", "ratelimited.limiters.vendor.timeout=0")
                .run(context -> {
                    RestClient client =
                            context.getBean(RestClient.Builder.class).build();
                    client.get().uri(vendor.url()).retrieve().toBodilessEntity();
                    client.get().uri(vendor.url()).retrieve().toBodilessEntity();

                    assertThat(vendor.requests()).hasSize(2);
                });
    }

    @Test
    void cancelledWhileItWaitsGivesBackWhatItTook() {
        application("ratelimited.clients.vendor.timeout=1h", "ratelimited.limiters.vendor.interval=20s")
                .run(context -> {
                    WebClient client = context.getBean(WebClient.Builder.class).build();
                    RateLimiters limiters = context.getBean(RateLimiters.class);
                    client.get().uri(vendor.url()).retrieve().toBodilessEntity().block();
                    Duration before = wait(limiters);
                    Disposable waiting = client.get()
                            .uri(vendor.url())
                            .retrieve()
                            .toBodilessEntity()
                            .subscribe();
                    assertThat(wait(limiters)).isGreaterThan(before);

                    waiting.dispose();

                    assertThat(wait(limiters)).isLessThanOrEqualTo(before);
                    assertThat(vendor.requests()).hasSize(1);
                });
    }

    private static Duration wait(RateLimiters limiters) {
        return limiters.get("vendor").decide(1, Duration.ZERO).retryAfter();
    }

    @Test
    void refusesToWaitOnAThreadThatMustNotBlock() {
        application("ratelimited.limiters.vendor.timeout=10s").run(context -> {
            RestClient client = context.getBean(RestClient.Builder.class).build();
            client.get().uri(vendor.url()).retrieve().toBodilessEntity();
            Mono<Object> onEventLoop = Mono.<Object>fromCallable(
                            () -> client.get().uri(vendor.url()).retrieve().toBodilessEntity())
                    .subscribeOn(Schedulers.parallel());

            assertThatIllegalStateException()
                    .isThrownBy(onEventLoop::block)
                    .withMessageContaining("The rate limits [vendor] would have to be waited for on thread 'parallel-");
            assertThat(vendor.requests()).hasSize(1);
        });
    }
}
