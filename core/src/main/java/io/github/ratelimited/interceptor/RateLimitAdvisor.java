package io.github.ratelimited.interceptor;

import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import org.springframework.aop.support.DefaultPointcutAdvisor;

/**
 * Puts the limits around methods. To be registered as a static bean of role infrastructure, so that every auto-proxy
 * creator takes it.
 */
public final class RateLimitAdvisor extends DefaultPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the advisor.
     *
     * @param order place among other advisors: the lower, the further outside; 0 stands inside {@code @Async} and
     *     {@code @Retryable} and around method security, caching and transactions
     */
    public RateLimitAdvisor(RateLimitedMethods methods, RateLimitInterceptor interceptor, int order) {
        super(new LimitedMethodPointcut(methods), interceptor);
        setOrder(order);
    }
}
