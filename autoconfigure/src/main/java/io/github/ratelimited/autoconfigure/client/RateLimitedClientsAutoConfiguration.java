package io.github.ratelimited.autoconfigure.client;

import io.github.ratelimited.Audience;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.autoconfigure.ClientProperties;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.condition.ConditionalOnSwitch;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.outbound.ClientLimits;
import io.github.ratelimited.outbound.RateLimitClientInterceptor;
import io.github.ratelimited.outbound.ReactiveRateLimitClientFilter;
import io.github.ratelimited.rule.ReactiveRuleGuard;
import io.github.ratelimited.rule.RuleGuard;
import io.github.ratelimited.rule.RuleRequests;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;

/**
 * Limits on requests to others, for the clients that Spring Boot's builders make, HTTP service groups among them. The limit
 * comes behind the interceptors of other customizers, so that each of their attempts counts, and before what is added to a
 * builder afterwards, whose attempts do not. What applications add to clients of their own is there as well where limits are
 * switched off, and lets all requests through.
 */
@AutoConfiguration(after = RateLimitedAutoConfiguration.class)
@ConditionalOnClass(ClientHttpRequestInterceptor.class)
@ConditionalOnBean(RuleRequests.class)
public final class RateLimitedClientsAutoConfiguration {

    RateLimitedClientsAutoConfiguration() {}

    @Bean
    static ClientLimits rateLimitClientLimits(
            ConfigurableBeanFactory beanFactory, ObjectProvider<RateLimitedProperties> properties) {
        return new ClientLimits(new Expressions(beanFactory), () -> {
            RateLimitedProperties all = properties.getObject();
            return all.enabled() ? ClientProperties.all(all) : List.of();
        });
    }

    @Bean
    @ConditionalOnSwitch("ratelimited.enabled")
    static ClientsCheck rateLimitClientsCheck(
            ClientLimits limits, RateLimitedProperties properties, RateLimitedMethods methods) {
        return new ClientsCheck(limits, properties, methods);
    }

    @Bean
    RateLimitClientInterceptor rateLimitClientInterceptor(
            ClientLimits limits, RuleRequests requests, ObjectProvider<DecisionListener> listeners) {
        return new RateLimitClientInterceptor(
                limits,
                new RuleGuard(
                        requests, Audience.NONE, () -> listeners.orderedStream().toList()));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClientCustomizer.class)
    @ConditionalOnSwitch("ratelimited.enabled")
    @Conditional(OnClientsCondition.class)
    static final class Blocking {

        @Bean
        @Order(Ordered.LOWEST_PRECEDENCE)
        RestClientCustomizer rateLimitRestClients(RateLimitClientInterceptor interceptor) {
            return builder -> builder.requestInterceptor(interceptor);
        }

        @Bean
        @Order(Ordered.LOWEST_PRECEDENCE)
        RestTemplateCustomizer rateLimitRestTemplates(RateLimitClientInterceptor interceptor) {
            return template -> template.getInterceptors().add(interceptor);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ExchangeFilterFunction.class)
    static final class Reactive {

        @Bean
        ReactiveRateLimitClientFilter rateLimitClientFilter(
                ClientLimits limits, RuleRequests requests, ObjectProvider<DecisionListener> listeners) {
            return new ReactiveRateLimitClientFilter(
                    limits,
                    new ReactiveRuleGuard(
                            requests,
                            Audience.NONE,
                            () -> listeners.orderedStream().toList()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ExchangeFilterFunction.class, WebClientCustomizer.class})
    @ConditionalOnSwitch("ratelimited.enabled")
    @Conditional(OnClientsCondition.class)
    static final class WebClients {

        @Bean
        @Order(Ordered.LOWEST_PRECEDENCE)
        WebClientCustomizer rateLimitWebClients(ReactiveRateLimitClientFilter filter) {
            return builder -> builder.filter(filter);
        }
    }
}
