package io.github.ratelimited.autoconfigure.client;

import static io.github.ratelimited.autoconfigure.client.Limited.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

class ObeyedVendorTests extends VendorFixture {

    private static ApplicationContextRunner application() {
        return Limited.application()
                .withPropertyValues(entry("vendor", "url=*", "key=#headers['account'] ?: 'none'"))
                .withPropertyValues(Limited.limiter("vendor", 1000, "1h"));
    }

    private int status(BeanFactory beans, String client, String account) {
        if (client.equals("WebClient")) {
            return beans.getBean(WebClient.Builder.class)
                    .build()
                    .get()
                    .uri(vendor.url())
                    .header("Account", account)
                    .exchangeToMono(answer ->
                            answer.releaseBody().thenReturn(answer.statusCode().value()))
                    .onErrorReturn(RateLimitExceededException.class, 0)
                    .block();
        }
        try {
            return beans.getBean(RestClient.Builder.class)
                    .build()
                    .get()
                    .uri(vendor.url())
                    .header("Account", account)
                    .exchange((request, answer) -> answer.getStatusCode().value());
        } catch (RateLimitExceededException ex) {
            return 0;
        }
    }

    private static RateLimiter limiter(BeanFactory beans, String account) {
        return beans.getBean(RateLimiters.class).get("vendor").forKey(account);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RestClient", "WebClient"})
    void sendsNothingForAsLongAsTheVendorAsks(String client) {
        application().run(context -> {
            vendor.next(429, "Retry-After", "30");

            assertThat(status(context, client, "a")).isEqualTo(429);
            assertThat(status(context, client, "a")).isZero();
            assertThat(status(context, client, "b")).isEqualTo(200);
            assertThat(limiter(context, "a").blockedFor()).isBetween(Duration.ofSeconds(25), Duration.ofSeconds(30));
            assertThat(vendor.requests()).hasSize(2);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"RestClient", "WebClient"})
    void obeysAnAnswerThatSaysThatNothingIsLeft(String client) {
        application()
                .withPropertyValues(
                        entry("vendor", "fields.remaining=X-Left", "fields.reset=X-Reset", "fields.unit=seconds"))
                .run(context -> {
                    vendor.next(200, "RateLimit", "\"day\";r=0;t=20");
                    vendor.next(200, "X-Left", "0", "X-Reset", "10");

                    assertThat(status(context, client, "a")).isEqualTo(200);
                    assertThat(status(context, client, "b")).isEqualTo(200);
                    assertThat(status(context, client, "a")).isZero();
                    assertThat(status(context, client, "b")).isZero();
                });
    }

    @Test
    void boundsWhatAHostileVendorAsks() {
        application().withPropertyValues(entry("vendor", "max-block=2m")).run(context -> {
            vendor.next(429, "Retry-After", "1000000000");
            vendor.next(429, "Retry-After", "Thu, 01 Jan 1970 00:00:00 GMT");

            assertThat(status(context, "RestClient", "a")).isEqualTo(429);
            assertThat(limiter(context, "a").blockedFor()).isBetween(Duration.ofSeconds(110), Duration.ofMinutes(2));
            assertThat(status(context, "RestClient", "b")).isEqualTo(429);
            assertThat(limiter(context, "b").blockedFor()).isZero();
        });
    }

    @Test
    void obeysNobodyWhereItIsToldNotTo() {
        application().withPropertyValues(entry("vendor", "obey=false")).run(context -> {
            vendor.next(429, "Retry-After", "30");

            assertThat(status(context, "RestClient", "a")).isEqualTo(429);
            assertThat(status(context, "RestClient", "a")).isEqualTo(200);
        });
    }

    @Test
    void requestsThatWereUnderWayWhenTheBlockCameDoNotLengthenIt() {
        application().run(context -> {
            ExecutorService threads = Executors.newFixedThreadPool(8);
            try (Vendor.Gate gate = vendor.gate(8)) {
                List<Future<Integer>> statuses = IntStream.range(0, 8)
                        .mapToObj(i -> threads.submit(() -> status(context, "RestClient", "a")))
                        .toList();
                gate.awaitAll();
                vendor.next(429, "Retry-After", "5");
                gate.letOne();
                while (limiter(context, "a").blockedFor().isZero()) {
                    Thread.onSpinWait();
                }
                for (int i = 0; i < 7; i++) {
                    vendor.next(429, "Retry-After", "600");
                }
                gate.letAll();
                for (Future<Integer> status : statuses) {
                    assertThat(status.get()).isEqualTo(429);
                }

                assertThat(limiter(context, "a").blockedFor()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(5));
            } finally {
                threads.shutdownNow();
            }
        });
    }

    @Test
    void anOlderAnswerNeverShortensANewerBlock() {
        application().run(context -> {
            try (Vendor.Gate gate = vendor.gate(1)) {
                ExecutorService threads = Executors.newSingleThreadExecutor();
                Future<Integer> slow = threads.submit(() -> status(context, "RestClient", "a"));
                gate.awaitAll();
                limiter(context, "a").block(Duration.ofMinutes(10));
                vendor.next(429, "Retry-After", "1");
                gate.letAll();

                assertThat(slow.get()).isEqualTo(429);
                assertThat(limiter(context, "a").blockedFor()).isGreaterThan(Duration.ofMinutes(9));
                threads.shutdownNow();
            }
        });
    }
}
