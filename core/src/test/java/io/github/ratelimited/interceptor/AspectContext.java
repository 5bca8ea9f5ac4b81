package io.github.ratelimited.interceptor;

import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimiters;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** An application context with the aspect in it, as the auto-configuration will make it. */
final class AspectContext implements AutoCloseable {

    final FakeRateLimiters limiters = new FakeRateLimiters();
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private RateLimitSettings settings = RateLimitSettings.NONE;
    private int order;
    private Executor executor = ForkJoinPool.commonPool();

    static AspectContext of(Class<?>... classes) {
        AspectContext aspect = new AspectContext();
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(aspect.context);
        AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(aspect.context);
        aspect.register(classes);
        return aspect;
    }

    static AspectContext withJdkProxies(Class<?>... classes) {
        AspectContext aspect = new AspectContext();
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(aspect.context);
        aspect.register(classes);
        return aspect;
    }

    private void register(Class<?>... classes) {
        context.register(classes);
        infrastructure(
                RateLimitedMethods.class, () -> new RateLimitedMethods(context.getBeanFactory(), () -> settings));
        infrastructure(
                RateLimitInterceptor.class,
                () -> new RateLimitInterceptor(
                        context.getBean(RateLimitedMethods.class),
                        context.getBeanProvider(RateLimiters.class),
                        context.getBeanProvider(DecisionListener.class),
                        () -> executor));
        infrastructure(
                RateLimitAdvisor.class,
                () -> new RateLimitAdvisor(
                        context.getBean(RateLimitedMethods.class), context.getBean(RateLimitInterceptor.class), order));
        infrastructure(
                RateLimitVerifier.class,
                () -> new RateLimitVerifier(
                        context.getBeanFactory(),
                        context.getBean(RateLimitedMethods.class),
                        context.getBeanProvider(RateLimiters.class),
                        "fakes"));
        context.registerBean(RateLimiters.class, () -> limiters);
    }

    private <T> void infrastructure(Class<T> type, Supplier<T> supplier) {
        context.registerBean(type, supplier, definition -> definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE));
    }

    AspectContext settings(LimiterSettings defaults, Map<String, LimiterSettings> named) {
        settings = new RateLimitSettings(defaults, named);
        return this;
    }

    AspectContext order(int order) {
        this.order = order;
        return this;
    }

    AspectContext executor(Executor executor) {
        this.executor = executor;
        return this;
    }

    AspectContext properties(Map<String, Object> properties) {
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
        return this;
    }

    AspectContext start() {
        context.refresh();
        return this;
    }

    <T> T get(Class<T> type) {
        return context.getBean(type);
    }

    /** The bean behind its proxy, whose fields tests look at. */
    static Object target(Object proxy) {
        return AopProxyUtils.getSingletonTarget(proxy);
    }

    AnnotationConfigApplicationContext context() {
        return context;
    }

    @Override
    public void close() {
        context.close();
    }
}
