package io.github.ratelimited.autoconfigure.client;

import static io.github.ratelimited.autoconfigure.client.Limited.entry;
import static io.github.ratelimited.autoconfigure.client.Limited.limiter;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import jakarta.annotation.PreDestroy;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;

/** Requests that beans send when the application ends. */
@ExtendWith(RedisExtension.class)
class LastRequestsTests extends VendorFixture {

    private final Redis redis;

    LastRequestsTests(Redis redis) {
        this.redis = redis;
    }

    record Subscription(RestClient client) {

        @PreDestroy
        void cancel() {
            client.get().uri("/").retrieve().toBodilessEntity();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        RestClient vendorClient(RestClient.Builder builder, Vendor vendor) {
            return builder.baseUrl(vendor.url()).build();
        }

        @Bean
        Subscription subscription(RestClient vendorClient) {
            return new Subscription(vendorClient);
        }
    }

    @Test
    void areDecidedByTheStore() {
        List<Basis> bases = new CopyOnWriteArrayList<>();
        DecisionListener listener = decision -> bases.add(decision.basis());
        Limited.application()
                .withPropertyValues(
                        "ratelimited.store=redis",
                        "ratelimited.redis.url=" + redis.url(),
                        "ratelimited.redis.timeout=20s",
                        "ratelimited.prefix=" + UUID.randomUUID())
                .withPropertyValues(entry("vendor", "url=*"))
                .withPropertyValues(limiter("vendor", 5, "1h"))
                .withBean(Vendor.class, () -> vendor, definition -> definition.setDestroyMethodName(""))
                .withBean(DecisionListener.class, () -> listener)
                .withUserConfiguration(Application.class)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(bases).containsExactly(Basis.STORE);
    }
}
