package io.github.ratelimited.internal;

import io.github.ratelimited.key.VisibleText;
import java.time.Duration;
import java.util.regex.Pattern;

/** Refuses settings that cannot work where they are given, by their names. */
public final class SettingChecks {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /** Names made from a class, a dot, a method, its parameters and a number; with any letters, and hyphens of Kotlin. */
    private static final Pattern OF_METHOD = Pattern.compile(
            "(?=[^(]+\\.)[\\p{L}\\p{N}_$.][\\p{L}\\p{N}_$.-]{0,899}(\\([^\\p{C}{}%:]{0,900}\\))?(#\\d+)?");

    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(1);

    private static final Duration LEAST_SPAN = Duration.ofNanos(1_000);

    /** As far as limits reach. */
    private static final Duration LONGEST_SPAN = Duration.ofDays(36_525);

    private SettingChecks() {}

    /**
     * Checks that there is a value.
     *
     * @throws IllegalArgumentException when there is none
     */
    @SuppressWarnings("NullAway") // Callers need not check what they pass.
    public static <T> T given(String name, T value) {
        return checked(value != null, name, "given", value);
    }

    /**
     * Checks the name of a limiter.
     *
     * @throws IllegalArgumentException when it is not well-formed
     */
    public static String limiterName(String name) {
        given("name", name);
        return wellFormed(
                NAME.matcher(name).matches() || OF_METHOD.matcher(name).matches(), "rate limit", name);
    }

    /**
     * Checks the name of a limiter that a person has given to it, and not one that was made from a method.
     *
     * @throws IllegalArgumentException when it is not well-formed
     */
    public static String givenName(String name) {
        return wellFormed(NAME.matcher(name).matches(), "rate limit", name);
    }

    /**
     * Checks the name of a plan.
     *
     * @throws IllegalArgumentException when it is not well-formed
     */
    public static String planName(String limiter, String name) {
        given("name of a plan of '" + limiter + "'", name);
        return wellFormed(NAME.matcher(name).matches(), "plan of '" + limiter + "'", name);
    }

    private static String wellFormed(boolean is, String whose, String name) {
        if (!is) {
            throw new IllegalArgumentException("The name of a " + whose + " must be letters, digits, '.', '_' and '-', "
                    + "begin with a letter or digit and have at most 100 characters, but is '"
                    + VisibleText.of(name)
                    + "'");
        }
        return name;
    }

    /**
     * Checks how long an answer is waited for.
     *
     * @throws IllegalArgumentException unless it is positive and at most a day
     */
    public static Duration timeout(String name, Duration value) {
        boolean isTimeout = given(name, value).compareTo(Duration.ZERO) > 0 && value.compareTo(LONGEST_TIMEOUT) <= 0;
        return checked(isTimeout, name, "positive and at most " + LONGEST_TIMEOUT, value);
    }

    /**
     * Checks a length of time.
     *
     * @throws IllegalArgumentException unless it is from 0 to 100 years
     */
    public static Duration span(String name, Duration value) {
        boolean isSpan = !given(name, value).isNegative() && value.compareTo(LONGEST_SPAN) <= 0;
        return checked(isSpan, name, "from 0 to 100 years", value);
    }

    /**
     * Checks how long a block lasts.
     *
     * @throws IllegalArgumentException unless it is positive and at most 100 years
     */
    public static Duration block(String name, Duration value) {
        boolean isBlock = given(name, value).compareTo(Duration.ZERO) > 0 && value.compareTo(LONGEST_SPAN) <= 0;
        return checked(isBlock, name, "positive and at most 100 years", value);
    }

    /**
     * Checks how long a limit is in force.
     *
     * @throws IllegalArgumentException unless it is from 1 us to 100 years
     */
    public static Duration validFor(Duration value) {
        boolean isSpan = given("validFor", value).compareTo(LEAST_SPAN) >= 0 && value.compareTo(LONGEST_SPAN) <= 0;
        return checked(isSpan, "validFor", "positive and at most 100 years", value);
    }

    /**
     * Checks a number.
     *
     * @throws IllegalArgumentException when it is below 1
     */
    public static long atLeastOne(String name, long value) {
        return checked(value >= 1, name, "at least 1", value);
    }

    private static <T> T checked(boolean right, String name, String range, T value) {
        if (!right) {
            throw new IllegalArgumentException(name + " must be " + range + ", but is " + value);
        }
        return value;
    }
}
