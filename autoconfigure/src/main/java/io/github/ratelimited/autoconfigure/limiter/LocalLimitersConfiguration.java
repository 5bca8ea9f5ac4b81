package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.LimitersShutdown;
import io.github.ratelimited.autoconfigure.RateLimitersCustomizer;
import io.github.ratelimited.local.LocalRateLimiters;
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
            LimitersSetup setup,
            LimitersShutdown shutdown,
            @Qualifier("rateLimitedClock") ObjectProvider<InstantSource> clock,
            @Qualifier("rateLimitedTimer") ObjectProvider<Supplier<ScheduledExecutorService>> timer,
            ObjectProvider<RateLimitersCustomizer<LocalRateLimiters.Builder>> customizers) {
        LocalRateLimiters.Builder builder = LocalRateLimiters.builder();
        clock.ifAvailable(builder::clock);
        timer.ifAvailable(made -> builder.timer(made.get()));
        return shutdown.closes(setup.store(builder, customizers));
    }
}
