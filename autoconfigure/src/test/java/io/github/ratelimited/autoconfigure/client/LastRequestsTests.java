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
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.restclient.autoconfigure.RestClientBuilderConfigurer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

/** Requests that beans send when the application ends. */
@ExtendWith(RedisExtension.class)
class LastRequestsTests extends VendorFixture {

    private final Redis redis;

    LastRequestsTests(Redis redis) {
        this.redis = redis;
    }

    interface Weather {

        @GetExchange("/")
        void get();
    }

    record Subscription(Runnable request) {

        static Subscription of(RestClient client, Vendor vendor) {
            return new Subscription(
                    () -> client.get().uri(vendor.url()).retrieve().toBodilessEntity());
        }

        @PreDestroy
        void cancel() {
            request.run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OfClient {

        @Bean
        RestClient vendorClient(RestClient.Builder builder) {
            return builder.build();
        }

        @Bean
        Subscription subscription(RestClient vendorClient, Vendor vendor) {
            return Subscription.of(vendorClient, vendor);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OfProvider {

        @Bean
        Subscription subscription(ObjectProvider<RestClient.Builder> builders, Vendor vendor) {
            return Subscription.of(builders.getObject().build(), vendor);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OfConfigurer {

        @Bean
        Subscription subscription(RestClientBuilderConfigurer configurer, Vendor vendor) {
            return Subscription.of(configurer.configure(RestClient.builder()).build(), vendor);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "weather", types = Weather.class)
    static class OfService {

        @Bean
        Subscription subscription(Weather weather) {
            return new Subscription(weather::get);
        }
    }

    /** Its task begins when the executor ends, which waits for it. */
    static class Tasks extends ThreadPoolTaskExecutor {

        private static final long serialVersionUID = 1L;

        private final transient CountDownLatch ending = new CountDownLatch(1);
        private final transient Subscription subscription;

        Tasks(Subscription subscription) {
            this.subscription = subscription;
            setWaitForTasksToCompleteOnShutdown(true);
            setAwaitTerminationSeconds(60);
        }

        @Override
        public void afterPropertiesSet() {
            super.afterPropertiesSet();
            execute(() -> {
                try {
                    ending.await();
                    subscription.cancel();
                } catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        @Override
        public void shutdown() {
            ending.countDown();
            super.shutdown();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OfExecutor {

        @Bean
        RestClient vendorClient(RestClient.Builder builder) {
            return builder.build();
        }

        @Bean
        Tasks tasks(RestClient vendorClient, Vendor vendor) {
            return new Tasks(Subscription.of(vendorClient, vendor));
        }
    }

    /** As they are all of them with {@code spring.main.lazy-initialization}. */
    @Lazy
    @Configuration(proxyBeanMethods = false)
    static class OfLazyClient extends OfClient {}

    @ParameterizedTest
    @ValueSource(
            classes = {
                OfClient.class,
                OfProvider.class,
                OfConfigurer.class,
                OfService.class,
                OfExecutor.class,
                OfLazyClient.class
            })
    void areDecidedByTheStore(Class<?> application) {
        List<Basis> bases = new CopyOnWriteArrayList<>();
        DecisionListener listener = decision -> bases.add(decision.basis());
        application(listener)
                .withPropertyValues("ratelimited.redis.url=" + redis.url())
                .withUserConfiguration(application)
                .run(context -> assertThat(context.getBeanProvider(Subscription.class).stream())
                        .hasSizeLessThan(2));
        assertThat(bases).containsExactly(Basis.STORE);
    }

    @ParameterizedTest
    @ValueSource(classes = {OfProvider.class, OfExecutor.class, OfLazyClient.class})
    void areDecidedWithinTheProcess(Class<?> application) {
        List<Basis> bases = new CopyOnWriteArrayList<>();
        DecisionListener listener = decision -> bases.add(decision.basis());
        application(listener)
                .withPropertyValues("ratelimited.store=local")
                .withUserConfiguration(application)
                .run(context -> assertThat(context.getBeanProvider(Subscription.class).stream())
                        .hasSizeLessThan(2));
        assertThat(bases).containsExactly(Basis.STORE);
    }

    private ApplicationContextRunner application(DecisionListener listener) {
        return Limited.application()
                .withPropertyValues(
                        "ratelimited.store=redis",
                        "ratelimited.redis.timeout=20s",
                        "ratelimited.prefix=" + UUID.randomUUID(),
                        "spring.http.serviceclient.weather.base-url=" + vendor.url())
                .withPropertyValues(entry("vendor", "url=*"))
                .withPropertyValues(limiter("vendor", 5, "1h"))
                .withBean(Vendor.class, () -> vendor, definition -> definition.setDestroyMethodName(""))
                .withBean(DecisionListener.class, () -> listener);
    }
}
