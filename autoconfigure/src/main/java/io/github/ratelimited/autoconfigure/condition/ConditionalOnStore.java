package io.github.ratelimited.autoconfigure.condition;

import io.github.ratelimited.autoconfigure.RateLimitedProperties.Store;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Matches when {@code ratelimited.store} is one of these, in any spelling that Spring Boot reads. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnStoreCondition.class)
public @interface ConditionalOnStore {

    Store[] value();
}
