package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.Audience;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.rule.ReactiveRuleGuard;
import io.github.ratelimited.rule.RuleGuard;
import io.github.ratelimited.rule.RuleRequests;
import io.github.ratelimited.web.route.ReactiveRoutes;
import io.github.ratelimited.web.route.RouteStage;
import io.github.ratelimited.web.route.Routes;
import io.github.ratelimited.web.route.ServletRoutes;
import jakarta.servlet.DispatcherType;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.reactive.handler.AbstractHandlerMapping;
import org.springframework.web.server.WebFilter;
import org.springframework.web.util.pattern.PathPatternParser;

/** Limits by URL, for Spring MVC and WebFlux. */
@AutoConfiguration(after = RateLimitedWebAutoConfiguration.class)
@ConditionalOnWebApplication
@ConditionalOnClass(PathPatternParser.class)
@ConditionalOnBean(RateLimitedMethods.class)
public final class RateLimitedRoutesAutoConfiguration {

    /** Behind the filters of headers and problem details, and behind that of forwarded headers. */
    private static final int BEFORE = Ordered.HIGHEST_PRECEDENCE + 60;

    /** Right behind Spring Security's filter, whose order this setting gives. */
    private static final String AFTER = "#{${spring.security.filter.order:-100} + 10}";

    /** Finds the controllers of WebFlux, where Spring MVC has its parser. */
    private static final String MAPPING = "requestMappingHandlerMapping";

    RateLimitedRoutesAutoConfiguration() {}

    @Bean
    static Routes rateLimitRoutes(
            ConfigurableBeanFactory beanFactory,
            @Qualifier("mvcPatternParser") ObjectProvider<PathPatternParser> parser) {
        return new Routes(
                () -> parser.getIfAvailable(() -> beanFactory.containsBean(MAPPING)
                        ? Reactive.parser(beanFactory)
                        : PathPatternParser.defaultInstance),
                new Expressions(beanFactory));
    }

    @Bean
    static RoutesCheck rateLimitRoutesCheck(
            Routes routes, RateLimitedProperties properties, RateLimitedMethods methods) {
        return new RoutesCheck(routes, properties, methods);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    static final class Servlet {

        @Bean
        FilterRegistrationBean<ServletRoutes> rateLimitRoutesBeforeAuthentication(
                Routes routes, RuleRequests requests, ObjectProvider<DecisionListener> listeners) {
            return registration(RouteStage.BEFORE_AUTHENTICATION, routes, guard(requests, listeners), BEFORE);
        }

        @Bean
        FilterRegistrationBean<ServletRoutes> rateLimitRoutesAfterAuthentication(
                Routes routes,
                RuleRequests requests,
                ObjectProvider<DecisionListener> listeners,
                @Value(AFTER) int order) {
            return registration(RouteStage.AFTER_AUTHENTICATION, routes, guard(requests, listeners), order);
        }

        private static RuleGuard guard(RuleRequests requests, ObjectProvider<DecisionListener> listeners) {
            return new RuleGuard(
                    requests, Audience.CLIENT, () -> listeners.orderedStream().toList());
        }

        /** Requests only: what they are forwarded to, errors and asynchronous dispatches have been counted. */
        private static FilterRegistrationBean<ServletRoutes> registration(
                RouteStage stage, Routes routes, RuleGuard guard, int order) {
            FilterRegistrationBean<ServletRoutes> registration =
                    new FilterRegistrationBean<>(new ServletRoutes(stage, routes, guard));
            registration.setName("rateLimitRoutes-" + stage);
            registration.setDispatcherTypes(DispatcherType.REQUEST);
            registration.setOrder(order);
            return registration;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    @ConditionalOnClass(WebFilter.class)
    static final class Reactive {

        static PathPatternParser parser(BeanFactory beans) {
            return beans.getBean(MAPPING, AbstractHandlerMapping.class).getPathPatternParser();
        }

        @Bean
        ReactiveRoutes rateLimitRoutesBeforeAuthentication(
                Routes routes, RuleRequests requests, ObjectProvider<DecisionListener> listeners) {
            return new ReactiveRoutes(RouteStage.BEFORE_AUTHENTICATION, routes, guard(requests, listeners), BEFORE);
        }

        @Bean
        ReactiveRoutes rateLimitRoutesAfterAuthentication(
                Routes routes,
                RuleRequests requests,
                ObjectProvider<DecisionListener> listeners,
                @Value(AFTER) int order) {
            return new ReactiveRoutes(RouteStage.AFTER_AUTHENTICATION, routes, guard(requests, listeners), order);
        }

        private static ReactiveRuleGuard guard(RuleRequests requests, ObjectProvider<DecisionListener> listeners) {
            return new ReactiveRuleGuard(
                    requests, Audience.CLIENT, () -> listeners.orderedStream().toList());
        }
    }
}
