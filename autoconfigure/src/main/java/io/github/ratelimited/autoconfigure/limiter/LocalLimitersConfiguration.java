package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.Audience;
import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RateLimitersCustomizer;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.observe.LimiterObserver;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limiters that decide within the process. */
@Configuration(proxyBeanMethods = false)
final class LocalLimitersConfiguration {

    /**
     * By name only: a {@code Clock} that an application has for other ends is mostly the system's, which can go back. The
     * timer comes from a supplier because {@code @Scheduled} takes any bean that is a timer for its own.
     */
    @Bean
    @ConditionalOnMissingBean
    RateLimiters rateLimitedLimiters(
            RateLimitedProperties properties,
            RateLimitedMethods methods,
            @Qualifier("rateLimitedClock") ObjectProvider<InstantSource> clock,
            @Qualifier("rateLimitedTimer") ObjectProvider<Supplier<ScheduledExecutorService>> timer,
            ObjectProvider<LimiterObserver> observers,
            ObjectProvider<LimitSource> source,
            SourcedLimiters sourced,
            ObjectProvider<RateLimitersCustomizer<LocalRateLimiters.Builder>> customizers) {
        LocalRateLimiters.Builder builder =
                LocalRateLimiters.builder().reservationHorizon(properties.reservationHorizon());
        builder.blockAfterRejection(methods::blockFor)
                .audience(name -> methods.settings().audience(name, Audience.CLIENT));
        clock.ifAvailable(builder::clock);
        timer.ifAvailable(made -> builder.timer(made.get()));
        builder.observer(LimiterObserver.of(observers.orderedStream().toList()));
        builder.limitSourceTtl(properties.limitSource().ttl())
                .limitSourceTimeout(properties.limitSource().timeout());
        source.ifAvailable(found -> builder.limitSource(found, sourced::ask));
        properties.settings().limits().forEach(builder::limit);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.build();
    }
}
