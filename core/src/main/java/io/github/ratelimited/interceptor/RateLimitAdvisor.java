package io.github.ratelimited.interceptor;

import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

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
        super(new LimitedMethods(methods), interceptor);
        setOrder(order);
    }

    /** Matches limited methods. Safe for use by many threads. */
    static final class LimitedMethods extends StaticMethodMatcherPointcut {

        private final RateLimitedMethods methods;

        LimitedMethods(RateLimitedMethods methods) {
            this.methods = methods;
            setClassFilter(this::isCandidate);
        }

        /**
         * Leaves out final classes: the check at start-up reports them together with all other mistakes, where a failing
         * proxy would fail the startup with this one alone.
         */
        private boolean isCandidate(Class<?> type) {
            return methods.mayLimit(type)
                    && (!Modifier.isFinal(type.getModifiers()) || type.getInterfaces().length > 0);
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return methods.isLimited(method, targetClass);
        }
    }
}
