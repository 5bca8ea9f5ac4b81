package io.github.ratelimited.interceptor;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimited;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.expression.EvaluationContext;

/**
 * Knows the limits of all methods, and so is the pointcut too. A method is read once. Safe for use by many threads.
 */
public final class RateLimitedMethods extends StaticMethodMatcherPointcut {

    private final ConcurrentMap<MethodClassKey, LimitedMethod> methods = new ConcurrentHashMap<>();
    private final Expressions expressions;
    private final LimitedMethodReader reader;
    private final Supplier<RateLimitSettings> settings;
    private final FailurePolicies policies = new FailurePolicies();

    /**
     * Makes the pointcut of a context.
     *
     * @param beanFactory resolves placeholders, and beans in expressions
     * @param settings what the configuration says, asked for when the first limited method is read
     */
    public RateLimitedMethods(ConfigurableBeanFactory beanFactory, Supplier<RateLimitSettings> settings) {
        this.settings = settings;
        this.expressions = new Expressions(beanFactory);
        this.reader = new LimitedMethodReader(
                beanFactory::resolveEmbeddedValue,
                new ReturnTypes(beanFactory.getBeanClassLoader()),
                new MethodLimitReader(settings, expressions, new FallbackReader(beanFactory)));
        setClassFilter(RateLimitedMethods::isCandidate);
    }

    /**
     * Lets a final class go unproxied: the start-up proof names it together with all other mistakes, where a failing
     * proxy would end the start with this one alone.
     */
    private static boolean isCandidate(Class<?> type) {
        return AnnotationUtils.isCandidateClass(type, RateLimited.class)
                && (!Modifier.isFinal(type.getModifiers()) || type.getInterfaces().length > 0);
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        return find(method, targetClass).isLimited();
    }

    LimitedMethod find(MethodInvocation invocation) {
        return find(invocation.getMethod(), TargetClasses.of(invocation));
    }

    LimitedMethod find(Method method, Class<?> targetClass) {
        MethodClassKey key = new MethodClassKey(method, targetClass);
        @Nullable LimitedMethod known = methods.get(key);
        if (known != null) {
            return known;
        }
        LimitedMethod read = reader.read(method, targetClass);
        policies.add(read);
        @Nullable LimitedMethod other = methods.putIfAbsent(key, read);
        return other != null ? other : read;
    }

    /**
     * What happens to calls that the store cannot decide.
     *
     * @param limiter name of a limiter
     * @return what its settings, a method with it or the defaults say, in this order; {@code null} if none does
     */
    public @Nullable FailurePolicy onFailure(String limiter) {
        FailurePolicy said = policies.of(limiter);
        return said != null
                ? said
                : settings()
                        .own(limiter, LimiterSettings.NONE)
                        .orElse(settings().defaults())
                        .onFailure();
    }

    RateLimitSettings settings() {
        return settings.get();
    }

    EvaluationContext context(LimitedCall call) {
        return expressions.context(call);
    }

    ThreadSurroundings surroundings() {
        return expressions.surroundings();
    }
}
