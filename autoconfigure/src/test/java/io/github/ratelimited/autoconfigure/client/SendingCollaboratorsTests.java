package io.github.ratelimited.autoconfigure.client;

import static io.github.ratelimited.autoconfigure.client.Limited.entry;
import static io.github.ratelimited.autoconfigure.client.Limited.limiter;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** Beans that the library asks and that send requests, by clients whose requests it limits. */
class SendingCollaboratorsTests extends VendorFixture {

    abstract static class Sending implements DecisionListener {

        final Consumer<String> client;
        final List<Decision> heard = new CopyOnWriteArrayList<>();

        Sending(Consumer<String> client) {
            this.client = client;
        }

        @Override
        public void onDecision(Decision decision) {
            heard.add(decision);
        }
    }

    static class Blocking extends Sending {

        Blocking(RestClient.Builder builder) {
            super(restClient(builder));
        }
    }

    static class Reactive extends Sending {

        Reactive(WebClient.Builder builder) {
            super(webClient(builder));
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Blocking.class, Reactive.class})
    void listenersAreNotifiedOfRequestsOfTheirOwn(Class<? extends Sending> type) {
        Limited.application()
                .withUserConfiguration(type)
                .withPropertyValues(entry("vendor", "url=*"))
                .withPropertyValues(limiter("vendor", 1, "1h"))
                .run(context -> {
                    Sending listener = context.getBean(type);
                    listener.client.accept(vendor.url());

                    assertThat(listener.heard).extracting(Decision::limiter).containsExactly("vendor");
                });
    }

    /** Knows contracts from another server. */
    static class Contracts implements LimitSource {

        private final Consumer<String> client;
        private final Consumer<String> reactive;

        Contracts(RestClient.Builder builder, WebClient.Builder reactive) {
            this.client = restClient(builder);
            this.reactive = webClient(reactive);
        }

        @Override
        public RateLimit limitFor(String limiter, String key) {
            client.accept("http://" + key);
            reactive.accept("http://" + key);
            return RateLimit.of(5, Duration.ofHours(1));
        }
    }

    @Test
    void aLimitSourceTakesPermitsItself() {
        Limited.application()
                .withUserConfiguration(Contracts.class)
                .withPropertyValues(entry("vendor", "url=*"))
                .withPropertyValues(limiter("vendor", 9, "1h"))
                .withPropertyValues(limiter("api", 1, "1h"))
                .withPropertyValues(
                        "ratelimited.limiters.api.limit-source=true", "ratelimited.limit-source.timeout=10s")
                .run(context -> {
                    RateLimiters limiters = context.getBean(RateLimiters.class);
                    RateLimiter api = limiters.get("api").forKey(vendor.host());
                    assertThat(api.limit().rate()).isEqualTo(5);
                    assertThat(limiters.get("vendor").availablePermits()).isEqualTo(7);
                });
    }
}
