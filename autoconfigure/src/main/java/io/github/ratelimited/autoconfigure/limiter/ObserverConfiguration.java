package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.observe.BlockHistory;
import io.github.ratelimited.observe.DecisionCounts;
import io.github.ratelimited.observe.DeniedKeys;
import io.github.ratelimited.observe.LeaseCounts;
import io.github.ratelimited.observe.LimiterObserver;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.util.function.SingletonSupplier;

/** What is known of the decisions of this process. */
@Configuration(proxyBeanMethods = false)
@Import(LimitersSetup.class)
final class ObserverConfiguration {

    @Bean
    @ConditionalOnProperty("ratelimited.endpoint.denied-keys")
    DeniedKeys rateLimitedDeniedKeys(RateLimitedProperties properties) {
        return new DeniedKeys(properties.endpoint().deniedKeys());
    }

    @Bean
    static SettleFailures rateLimitedSettleFailures(ObjectProvider<LimiterObserver> observers) {
        Supplier<LimiterObserver> all = SingletonSupplier.of(
                () -> LimiterObserver.of(observers.orderedStream().toList()));
        return new SettleFailures(limiter -> all.get().costUnknown(limiter));
    }

    @Bean
    LeaseCounts rateLimitedLeaseCounts() {
        return new LeaseCounts();
    }

    @Bean
    BlockHistory rateLimitedBlockHistory() {
        return new BlockHistory();
    }

    @Bean
    LimiterObserver rateLimitedBlockEvents(ApplicationEventPublisher events) {
        return new BlockEvents(events);
    }

    @Bean
    DecisionCounts rateLimitedDecisionCounts(RateLimitedMethods methods) {
        return new DecisionCounts(limiter -> methods.settings().mode(limiter) == LimiterMode.SHADOW);
    }
}
