package io.github.ratelimited;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Contains several {@link RateLimited} of one method or class. A call takes the permits of all of them or of none. */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface RateLimits {

    /**
     * The limits.
     *
     * @return at least one
     */
    RateLimited[] value();
}
