package io.github.ratelimited;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

/**
 * Limits how often a method may be called. A refused call gets a {@link RateLimitExceededException}, or what the
 * {@link #fallback()} returns.
 *
 * <p>On a class it applies to each public method of the class; an annotation on the method replaces it. Repeated, all
 * limits must have permits or none is taken. Strings may hold placeholders ({@code ${...}}). What is not set comes
 * from {@code ratelimited.limiters.<name>} and then from {@code ratelimited.defaults}, and
 * {@code ratelimited.limiters.<name>} wins over what is set here.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
@Repeatable(RateLimits.class)
public @interface RateLimited {

    /** The value of a number that is not set. */
    long UNSET = Long.MIN_VALUE;

    /**
     * Alias of {@link #name()}.
     *
     * @return name of the limiter
     */
    @AliasFor("name")
    String value() default "";

    /**
     * Name of the limiter: letters, digits, dots, underscores and hyphens, at most 100 characters. Methods with the
     * same name share the limit. Without a name the limiter is named after class and method.
     *
     * @return name of the limiter
     */
    @AliasFor("value")
    String name() default "";

    /**
     * Permits per {@link #interval()}, at least 1.
     *
     * @return the rate
     */
    long rate() default UNSET;

    /**
     * The {@link #rate()} as text, for placeholders.
     *
     * @return the rate as text
     */
    String rateString() default "";

    /**
     * Length of time the rate is for: {@code 500ms}, {@code 10s}, {@code 1m}, {@code 1h}, {@code 1d} or ISO-8601. With
     * {@link Algorithm#CALENDAR_WINDOW} words: {@code 1 minute}, {@code 1 hour}, {@code 1 day}, {@code 1 week},
     * {@code 1 month}, {@code 1 quarter} or {@code 1 year}.
     *
     * @return the interval as text
     */
    String interval() default "";

    /**
     * Time zone of {@link Algorithm#CALENDAR_WINDOW}, such as {@code Europe/Berlin}; it belongs to interval and algorithm.
     *
     * @return empty for {@code ratelimited.defaults.zone}
     */
    String zone() default "";

    /**
     * Who shares the permits; at most one value.
     *
     * @return empty for {@link RateType#OVERALL} or what the configuration says
     */
    RateType[] type() default {};

    /**
     * How the limit counts; at most one value.
     *
     * @return empty for {@link Algorithm#SLIDING_WINDOW} or what the configuration says
     */
    Algorithm[] algorithm() default {};

    /**
     * Size of the bucket of {@link Algorithm#TOKEN_BUCKET}, at least 1. Without it the rate.
     *
     * @return the burst
     */
    long burst() default UNSET;

    /**
     * The {@link #burst()} as text, for placeholders.
     *
     * @return the burst as text
     */
    String burstString() default "";

    /**
     * SpEL expression for whom the limit counts, such as {@code #user}; each value has the full rate of its own.
     * Collections, maps and arrays make keys of several parts; an authenticated user counts by name. Without it all calls
     * share one limit.
     *
     * @return the expression
     */
    String key() default "";

    /**
     * SpEL expression for the plan that a call counts by, such as {@code #user.plan}: a text, an enum or null. Names compare
     * ignoring case, hyphens and underscores. Without it, for null and for a plan that is not configured the limiter's own
     * limit counts.
     *
     * @return the expression
     */
    String plan() default "";

    /**
     * SpEL expression for the permits a call takes: a whole number, at least 0. Without it 1.
     *
     * @return the expression
     */
    String permits() default "";

    /**
     * SpEL expression that says whether the call is limited at all. Without it always.
     *
     * @return the expression
     */
    String condition() default "";

    /**
     * SpEL expression for what the call really took, evaluated when the call is over: a whole number, at least 0. What
     * was taken too much goes back, more is charged, beyond the limit if need be. Besides the variables of the other
     * expressions it has {@code #result}, {@code #error} and, of a method that returns many values, {@code #count}.
     * Without {@code #error} in it, it is evaluated for calls that succeed, and what others took stays taken. Without it
     * a call takes its {@link #permits()}.
     *
     * @return the expression
     */
    String settle() default "";

    /**
     * Longest wait for permits: a duration as in {@link #interval()}, {@code 0} never waits (the default), {@code -1}
     * waits for as long as it takes.
     *
     * @return the timeout as text
     */
    String timeout() default "";

    /**
     * Method that answers a refused call: a method of the same bean, or {@code @bean.method}, with the same arguments
     * and optionally the {@link RateLimitExceededException} as the last.
     *
     * @return name of the method
     */
    String fallback() default "";

    /**
     * What happens when the store cannot decide; at most one value.
     *
     * @return empty for what the configuration says
     */
    FailurePolicy[] onFailure() default {};

    /**
     * How long a key is blocked once it is refused because permits are lacking: a duration as in {@link #interval()}. While it is
     * blocked it is refused whatever it asks for, which does not prolong the block. Without it nothing is blocked.
     *
     * @return the length as text
     */
    String blockFor() default "";
}
