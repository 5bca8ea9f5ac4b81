package io.github.ratelimited.autoconfigure.condition;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches when a property that is {@code true} unless set is {@code true}, in any spelling that Spring Boot reads, such as
 * {@code on}, {@code yes} and {@code 1}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnSwitchCondition.class)
public @interface ConditionalOnSwitch {

    String value();
}
