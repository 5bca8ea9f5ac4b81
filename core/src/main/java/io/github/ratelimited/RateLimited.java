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
 * Limits how often a method may be called. A rejected call gets a {@link RateLimitExceededException}, or the result of
 * its {@link #fallback()}.
 *
 * <p>On a class the annotation applies to each public method and request handler, but not to those that only the container
 * calls; one on a method replaces it. If it is repeated, a call takes the permits of all limits or of none. Strings may contain
 * placeholders ({@code ${...}}). The properties {@code ratelimited.limiters.<name>} win over the attributes, and
 * {@code ratelimited.defaults} applies to what neither of them sets. Mistakes fail at startup.
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
     * Name of the limiter: letters, digits, dots, underscores and hyphens, beginning with a letter or digit, at most 100
     * characters. Methods with the same name share the limit. Without a name the limiter is named after class and method.
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
     * Length of time for which the rate counts: {@code 500ms}, {@code 10s}, {@code 1m}, {@code 1h}, {@code 1d} or ISO-8601. With
     * {@link Algorithm#CALENDAR_WINDOW} it is one of the words {@code 1 minute}, {@code 1 hour}, {@code 1 day}, {@code 1 week},
     * {@code 1 month}, {@code 1 quarter} or {@code 1 year}.
     *
     * @return the interval as text
     */
    String interval() default "";

    /**
     * Time zone of {@link Algorithm#CALENDAR_WINDOW}, such as {@code Europe/Berlin}. Set it together with interval and algorithm.
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
     * SpEL expression for the key, such as {@code #user}: each value has the full rate of its own. Collections, maps and
     * arrays make keys of several parts; an authenticated user counts by name. Without a key all calls share the limit. A
     * value that is null fails the call with a {@link NullKeyException}.
     *
     * @return the expression
     */
    String key() default "";

    /**
     * SpEL expression for the plan of a call, such as {@code #user.plan}: text, an enum or null. Names are compared without
     * case, hyphens and underscores. The limiter's own limit counts without this attribute, for null, and for a plan that is
     * not configured.
     *
     * @return the expression
     */
    String plan() default "";

    /**
     * SpEL expression for the number of permits that a call takes, at least 0. The default is 1. A negative number, or more
     * than the limit can ever grant, fails the call with an {@link ImpossiblePermitsException}.
     *
     * @return the expression
     */
    String permits() default "";

    /**
     * SpEL expression that says whether the call is limited at all. By default it is.
     *
     * @return the expression
     */
    String condition() default "";

    /**
     * SpEL expression for the number of permits that the call really used, at least 0, evaluated when the call is over. If
     * it used less than its {@link #permits()}, the rest goes back; if it used more, the difference is charged, even beyond
     * the limit. In addition to the variables of the other expressions there are {@code #result}, {@code #error} and, for a
     * method that returns many values, {@code #count}. An expression that does not name {@code #error} is evaluated only
     * after success; a failed call keeps what it took. A method that returns before its work is done, such as one with a
     * {@code Future}, cannot have it: take a {@link Hold} there.
     *
     * @return the expression
     */
    String settle() default "";

    /**
     * Longest wait for permits: a duration as in {@link #interval()}. {@code 0}, the default, never waits, and {@code -1}
     * waits for as long as it takes.
     *
     * @return the timeout as text
     */
    String timeout() default "";

    /**
     * Method that answers rejected calls: a method of the same bean, or {@code @bean.method}, with the same parameters,
     * optionally followed by the {@link RateLimitExceededException}.
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
     * How long a key is blocked after a call was rejected for want of permits: a duration as in {@link #interval()}. All calls
     * of the key are rejected until the block ends; these rejections do not prolong it. Cannot be combined with a
     * {@link #timeout()}. By default nothing is blocked.
     *
     * @return the length as text
     */
    String blockFor() default "";
}
