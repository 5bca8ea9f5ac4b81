package io.github.ratelimited.interceptor;

import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.core.Ordered;

/**
 * Puts the limits around methods. To be registered as a static bean of role infrastructure, so that every auto-proxy
 * creator takes it.
 */
public final class RateLimitAdvisor implements PointcutAdvisor, Ordered {

    private final Pointcut pointcut;
    private final RateLimitInterceptor interceptor;
    private final int order;

    /**
     * Makes the advisor.
     *
     * @param methods which methods are limited
     * @param interceptor takes the permits
     * @param order place among other advisors: the lower, the further outside; 0 stands inside {@code @Async} and
     *     {@code @Retryable} and around method security, caching and transactions
     */
    public RateLimitAdvisor(RateLimitedMethods methods, RateLimitInterceptor interceptor, int order) {
        this.pointcut = new LimitedMethodPointcut(methods);
        this.interceptor = interceptor;
        this.order = order;
    }

    @Override
    public Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public Advice getAdvice() {
        return interceptor;
    }

    @Override
    public int getOrder() {
        return order;
    }
}
