package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Store;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.interceptor.RateLimitAdvisor;
import io.github.ratelimited.interceptor.RateLimitInterceptor;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.startup.StartupCheck;
import io.github.ratelimited.interceptor.startup.StartupVerifier;
import io.github.ratelimited.limiter.AnswerDelivery;
import io.github.ratelimited.rule.RuleRequests;
import java.util.Locale;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** The limits around methods, and the proof at start-up that they can work. */
@Configuration(proxyBeanMethods = false)
@Import(AspectConfiguration.AutoProxyRegistrar.class)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
final class AspectConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RateLimitedMethods rateLimitedMethods(
            ConfigurableListableBeanFactory beanFactory, ObjectProvider<RateLimitedProperties> properties) {
        return new RateLimitedMethods(beanFactory, () -> properties.getObject().settings());
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RateLimitAdvisor rateLimitedAdvisor(
            RateLimitedMethods methods,
            ObjectProvider<RateLimiters> limiters,
            ObjectProvider<DecisionListener> listeners,
            ObjectProvider<SettleFailures> failures,
            Environment environment) {
        RateLimitInterceptor interceptor =
                new RateLimitInterceptor(methods, limiters, listeners, AnswerDelivery::executor, failures::getObject);
        // Advisors are made so early that properties made for them would miss post-processors.
        return new RateLimitAdvisor(methods, interceptor, LimitersOfStore.setting(environment, "order", 0));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static StartupVerifier rateLimitedVerifier(
            ConfigurableListableBeanFactory beanFactory,
            RateLimitedMethods methods,
            ObjectProvider<RateLimiters> limiters,
            ObjectProvider<StartupCheck> checks,
            RateLimitedProperties properties) {
        return new StartupVerifier(
                beanFactory,
                methods,
                limiters,
                checks,
                "the store " + properties.store().name().toLowerCase(Locale.ROOT));
    }

    /** For routes and clients, which an application may not have. */
    @Bean
    @Lazy
    static RuleRequests rateLimitedRuleRequests(
            ObjectProvider<RateLimiters> limiters,
            RateLimitedMethods methods,
            ObjectProvider<SettleFailures> failures,
            RateLimitedProperties properties) {
        return new RuleRequests(
                limiters::getObject, methods::settings, failures::getObject, properties.store() != Store.RRATELIMITER);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static SourcedLimiters rateLimitedSourcedLimiters(
            RateLimitedProperties properties,
            ObjectProvider<LimitSource> source,
            ObjectProvider<RateLimiters> limiters) {
        return new SourcedLimiters(properties, source, limiters);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static StartupCheck rateLimitedIdleEntries(RateLimitedProperties properties, ConfigurableBeanFactory beans) {
        return new UnusedEntries(properties, beans);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static StartupCheck rateLimitedParentLimiters(
            RateLimitedMethods methods, ConfigurableListableBeanFactory beanFactory) {
        return new ParentLimitersCheck(methods, beanFactory);
    }

    /** Without it an application that uses no other advice would have nothing that makes proxies. */
    static final class AutoProxyRegistrar implements ImportBeanDefinitionRegistrar {

        @Override
        public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
            AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        }
    }
}
