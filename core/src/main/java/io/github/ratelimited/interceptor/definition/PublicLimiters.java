package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.Audience;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.HierarchicalBeanFactory;

/**
 * The limiters whose names the clients of an application may see. Safe for use by many threads.
 *
 * @param methods the limits of all methods
 * @param beanFactory whose parents must agree, because children use the limiters of their parents
 */
public record PublicLimiters(RateLimitedMethods methods, BeanFactory beanFactory) {

    /** Whether a name is one that users gave, of a limiter that is meant for clients and does not only watch. */
    public boolean contains(String limiter) {
        PublicLimiters above = above();
        return !methods.isUnnamed(limiter)
                && methods.settings().mode(limiter) == LimiterMode.ENFORCE
                && methods.settings().audience(limiter, Audience.CLIENT) == Audience.CLIENT
                && (above == null || above.contains(limiter));
    }

    private @Nullable PublicLimiters above() {
        BeanFactory parent = beanFactory instanceof HierarchicalBeanFactory child ? child.getParentBeanFactory() : null;
        RateLimitedMethods ofParent = parent == null
                ? null
                : parent.getBeanProvider(RateLimitedMethods.class).getIfAvailable();
        return parent == null || ofParent == null ? null : new PublicLimiters(ofParent, parent);
    }
}
