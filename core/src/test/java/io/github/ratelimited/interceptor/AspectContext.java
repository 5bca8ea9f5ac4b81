package io.github.ratelimited.interceptor;

import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.interceptor.startup.StartupCheck;
import io.github.ratelimited.interceptor.startup.StartupVerifier;
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
public final class AspectContext implements AutoCloseable {

    public final FakeRateLimiters limiters = new FakeRateLimiters();
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private SettingsPrecedence settings = SettingsPrecedence.NONE;
    private RateLimiters counting = limiters;
    private int order;
    private SettleFailures failures = new SettleFailures(limiter -> {});
    private Executor executor = ForkJoinPool.commonPool();

    public static AspectContext of(Class<?>... classes) {
        AspectContext aspect = new AspectContext();
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(aspect.context);
        AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(aspect.context);
        aspect.register(classes);
        return aspect;
    }

    public static AspectContext withJdkProxies(Class<?>... classes) {
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
                        () -> executor,
                        () -> failures));
        infrastructure(
                RateLimitAdvisor.class,
                () -> new RateLimitAdvisor(
                        context.getBean(RateLimitedMethods.class), context.getBean(RateLimitInterceptor.class), order));
        infrastructure(
                StartupVerifier.class,
                () -> new StartupVerifier(
                        context.getBeanFactory(),
                        context.getBean(RateLimitedMethods.class),
                        context.getBeanProvider(RateLimiters.class),
                        context.getBeanProvider(StartupCheck.class),
                        "fakes"));
        context.registerBean(RateLimiters.class, () -> counting);
    }

    private <T> void infrastructure(Class<T> type, Supplier<T> supplier) {
        context.registerBean(type, supplier, definition -> definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE));
    }

    public AspectContext settings(LimiterSettings defaults, Map<String, LimiterSettings> named) {
        settings = new SettingsPrecedence(defaults, named);
        return this;
    }

    /** Counts by these instead of the fakes. */
    public AspectContext limiters(RateLimiters others) {
        counting = others;
        return this;
    }

    public AspectContext order(int order) {
        this.order = order;
        return this;
    }

    public AspectContext executor(Executor executor) {
        this.executor = executor;
        return this;
    }

    public AspectContext failures(SettleFailures failures) {
        this.failures = failures;
        return this;
    }

    public AspectContext properties(Map<String, Object> properties) {
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
        return this;
    }

    public AspectContext start() {
        context.refresh();
        return this;
    }

    public <T> T get(Class<T> type) {
        return context.getBean(type);
    }

    /** The bean behind its proxy, whose fields tests look at. */
    public static Object target(Object proxy) {
        return AopProxyUtils.getSingletonTarget(proxy);
    }

    public AnnotationConfigApplicationContext context() {
        return context;
    }

    @Override
    public void close() {
        context.close();
    }
}
