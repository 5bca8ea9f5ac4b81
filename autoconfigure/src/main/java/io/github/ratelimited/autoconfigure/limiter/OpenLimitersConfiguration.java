package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.local.OpenRateLimiters;
import io.github.ratelimited.rule.RuleRequests;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limiters that grant everything, for an application whose limits are switched off. */
@Configuration(proxyBeanMethods = false)
final class OpenLimitersConfiguration {

    @Bean
    @ConditionalOnMissingBean(RateLimiters.class)
    RateLimiters rateLimitedLimiters(RateLimitedProperties properties) {
        OpenRateLimiters limiters = new OpenRateLimiters();
        properties.settings().limits().forEach(limiters::limit);
        return limiters.build();
    }

    /** For what an application has put into its clients and routes by name. */
    @Bean
    RuleRequests rateLimitedRuleRequests(ObjectProvider<RateLimiters> limiters) {
        return new RuleRequests(
                limiters::getObject, () -> SettingsPrecedence.OFF, () -> new SettleFailures(limiter -> {}), true);
    }
}
