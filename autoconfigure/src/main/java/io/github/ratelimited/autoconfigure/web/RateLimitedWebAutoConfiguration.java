package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Store;
import io.github.ratelimited.autoconfigure.condition.ConditionalOnSwitch;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.interceptor.definition.PublicLimiters;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.invocation.ClientAddresses;
import io.github.ratelimited.web.Disclosure;
import io.github.ratelimited.web.RateLimitAdvice;
import io.github.ratelimited.web.RateLimitProblems;
import io.github.ratelimited.web.ReactiveCors;
import io.github.ratelimited.web.ReactiveRateLimitFields;
import io.github.ratelimited.web.ReactiveRateLimitProblems;
import io.github.ratelimited.web.ReactiveRejectionResults;
import io.github.ratelimited.web.ReactiveRejectionWriter;
import io.github.ratelimited.web.ServletCors;
import io.github.ratelimited.web.ServletRateLimitFields;
import io.github.ratelimited.web.ServletRateLimitProblems;
import io.github.ratelimited.web.ServletRejectionWriter;
import io.github.ratelimited.web.ServletRejections;
import jakarta.servlet.DispatcherType;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.web.ErrorResponse;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.filter.reactive.ServerWebExchangeContextFilter;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.HandlerResultHandler;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Shows HTTP clients the limits of annotated methods: problem details for rejected requests, a bean of type
 * {@link RateLimitProblems} that an application can replace, and the headers {@code RateLimit-Policy} and
 * {@code RateLimit} on all answers.
 */
@AutoConfiguration(after = RateLimitedAutoConfiguration.class)
@ConditionalOnWebApplication
@ConditionalOnClass(ErrorResponse.class)
@ConditionalOnBean(RateLimitedMethods.class)
public final class RateLimitedWebAutoConfiguration {

    RateLimitedWebAutoConfiguration() {}

    @Bean
    static Disclosure rateLimitDisclosure(
            BeanFactory beanFactory, RateLimitedMethods methods, RateLimitedProperties properties) {
        return new Disclosure(
                new PublicLimiters(methods, beanFactory)::contains,
                properties.http().headersBelow(),
                properties.store() != Store.RRATELIMITER);
    }

    @Bean
    static ClientAddresses rateLimitClientAddresses(
            RateLimitedProperties properties, Environment environment, BeanFactory beans) {
        return new ClientAddresses(
                properties.clientAddress().ipv6Prefix(), ServerForwarding.handling(environment, beans));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnSwitch("ratelimited.http.problem-details")
    @Import({
        RateLimitAdvice.Exceeded.class,
        RateLimitAdvice.Unavailable.class,
        RateLimitAdvice.Impossible.class,
        RateLimitAdvice.WithoutKey.class
    })
    static final class Problems {

        @Bean
        @ConditionalOnMissingBean
        RateLimitProblems rateLimitProblems(Disclosure disclosure) {
            return new RateLimitProblems(disclosure);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @ConditionalOnClass(HandlerExceptionResolver.class)
    static final class ServletProblems {

        @Bean
        @ConditionalOnSwitch("ratelimited.http.problem-details")
        ServletRejections rateLimitRejections(ApplicationContext context) {
            return new ServletRejections(() -> ServletRejectionWriter.of(context));
        }

        @Bean
        FilterRegistrationBean<ServletRateLimitProblems> rateLimitProblemsRegistration(
                ObjectProvider<ServletRejections> rejections,
                @Qualifier("handlerExceptionResolver") ObjectProvider<HandlerExceptionResolver> resolver,
                ObjectProvider<CorsConfigurationSource> cors) {
            return ServletStatuses.registration(new ServletRateLimitProblems(
                    () -> Stream.concat(rejections.stream(), Stream.of(resolver.getObject()))
                            .toList(),
                    new ServletCors(() -> cors.orderedStream().toList())));
        }
    }

    /** What other servlets than Spring MVC's answer has the status alone. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @ConditionalOnMissingClass("org.springframework.web.servlet.HandlerExceptionResolver")
    static final class ServletStatuses {

        @Bean
        FilterRegistrationBean<ServletRateLimitProblems> rateLimitProblemsRegistration(
                ObjectProvider<CorsConfigurationSource> cors) {
            return registration(new ServletRateLimitProblems(
                    List::of, new ServletCors(() -> cors.orderedStream().toList())));
        }

        private static FilterRegistrationBean<ServletRateLimitProblems> registration(ServletRateLimitProblems filter) {
            FilterRegistrationBean<ServletRateLimitProblems> registration = new FilterRegistrationBean<>(filter);
            registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
            registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 50);
            return registration;
        }
    }

    /** Where annotated methods find the request and the address of its client. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    static final class ReactiveExchanges {

        /** As for servlets, it follows filters that wrap requests, and comes before Spring Security. */
        @Bean
        @ConditionalOnMissingBean
        @Order(-105)
        ServerWebExchangeContextFilter rateLimitExchangeContext() {
            return new ServerWebExchangeContextFilter();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    @ConditionalOnClass(RequestMappingHandlerAdapter.class)
    static final class ReactiveProblems {

        @Bean
        ReactiveRateLimitProblems reactiveRateLimitProblems(
                @Qualifier("requestMappingHandlerAdapter") ObjectProvider<RequestMappingHandlerAdapter> advices,
                ObjectProvider<HandlerResultHandler> results,
                ApplicationContext context,
                ObjectProvider<org.springframework.web.cors.reactive.CorsConfigurationSource> cors,
                ObjectProvider<HandlerMapping> handlers) {
            return new ReactiveRateLimitProblems(
                    advices::getObject,
                    () -> results.orderedStream().toList(),
                    () -> ReactiveRejectionWriter.of(context),
                    new ReactiveCors(
                            () -> cors.orderedStream().toList(),
                            () -> handlers.orderedStream().toList()));
        }

        @Bean
        ReactiveRejectionResults reactiveRejectionResults(
                ObjectProvider<HandlerResultHandler> results,
                ApplicationContext context,
                ObjectProvider<RateLimitedMethods> methods) {
            return new ReactiveRejectionResults(
                    () -> results.orderedStream().toList(),
                    () -> ReactiveRejectionWriter.of(context),
                    (method, type) -> methods.getObject().isLimited(method, type));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @ConditionalOnSwitch("ratelimited.http.headers")
    static final class Servlet {

        @Bean
        ServletRateLimitFields rateLimitFields(Disclosure disclosure) {
            return new ServletRateLimitFields(disclosure);
        }

        @Bean
        FilterRegistrationBean<ServletRateLimitFields> rateLimitFieldsRegistration(ServletRateLimitFields fields) {
            FilterRegistrationBean<ServletRateLimitFields> registration = new FilterRegistrationBean<>(fields);
            registration.setDispatcherTypes(DispatcherType.ASYNC);
            registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 50);
            return registration;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    @ConditionalOnSwitch("ratelimited.http.headers")
    static final class Reactive {

        @Bean
        ReactiveRateLimitFields rateLimitFields(Disclosure disclosure) {
            return new ReactiveRateLimitFields(disclosure);
        }
    }
}
