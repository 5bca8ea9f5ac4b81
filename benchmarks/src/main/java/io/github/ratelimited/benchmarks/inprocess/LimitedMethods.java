package io.github.ratelimited.benchmarks.inprocess;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.github.resilience4j.ratelimiter.annotation.RateLimiter;
import io.github.resilience4j.spring6.fallback.FallbackDecorators;
import io.github.resilience4j.spring6.fallback.FallbackExecutor;
import io.github.resilience4j.spring6.ratelimiter.configure.RateLimiterAspect;
import io.github.resilience4j.spring6.ratelimiter.configure.RateLimiterConfigurationProperties;
import io.github.resilience4j.spring6.spelresolver.DefaultSpelResolver;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;

/** Methods of one bean, each limited by another aspect. */
class LimitedMethods {

    @RateLimited(
            name = "compiled",
            rate = 1_000_000_000,
            interval = "1000s",
            algorithm = Algorithm.TOKEN_BUCKET,
            key = "#user")
    String compiled(String user) {
        return user;
    }

    @RateLimited(
            name = "interpreted",
            rate = 1_000_000_000,
            interval = "1000s",
            algorithm = Algorithm.TOKEN_BUCKET,
            key = "{#user}[0]")
    String interpreted(String user) {
        return user;
    }

    @RateLimiter(name = "resilience4j")
    String resilience4j(String user) {
        return user;
    }

    @ConcurrencyLimit(64)
    String concurrent(String user) {
        return user;
    }

    static ConfigurableApplicationContext start() {
        SpringApplication application = new SpringApplication(Application.class);
        return application.run(
                "--ratelimited.store=local",
                "--spring.main.banner-mode=off",
                "--spring.main.web-application-type=none",
                "--logging.level.root=off");
    }

    /** The application around the bean. */
    @ImportAutoConfiguration(RateLimitedAutoConfiguration.class)
    @EnableAspectJAutoProxy(proxyTargetClass = true)
    @EnableResilientMethods(proxyTargetClass = true)
    static class Application {

        @Bean
        LimitedMethods methods() {
            return new LimitedMethods();
        }

        @Bean
        RateLimiterRegistry registry() {
            return RateLimiterRegistry.of(RateLimiterConfig.custom()
                    .limitForPeriod(1_000_000_000)
                    .limitRefreshPeriod(Duration.ofSeconds(1))
                    .timeoutDuration(Duration.ZERO)
                    .build());
        }

        @Bean
        RateLimiterAspect aspect(RateLimiterRegistry registry, BeanFactory beans) {
            DefaultSpelResolver spel =
                    new DefaultSpelResolver(new SpelExpressionParser(), new DefaultParameterNameDiscoverer(), beans);
            return new RateLimiterAspect(
                    registry,
                    new RateLimiterConfigurationProperties(),
                    List.of(),
                    new FallbackExecutor(spel, new FallbackDecorators(List.of())),
                    spel);
        }
    }
}
