package io.github.ratelimited.test;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.concurrent.ScheduledExecutorService;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A clock that stands still until a test moves it, with a timer that wakes the callers that wait by it. Begins at
 * 2026-01-01T00:00:00Z and never goes back. Safe for use by many threads.
 */
public final class TestClock implements InstantSource {

    private static final Pattern SIMPLE = Pattern.compile("(\\d{1,18})(ms|s|m|h|d)");

    private final TestTimer timer = new TestTimer(Instant.parse("2026-01-01T00:00:00Z"));

    /** Makes a clock. */
    public TestClock() {}

    @Override
    public Instant instant() {
        return timer.now();
    }

    /**
     * Moves the clock on. Callers whose turn comes on the way are woken in order, each at its own moment.
     *
     * @param by how far, zero or more
     * @throws IllegalArgumentException when it is negative or beyond the end of time
     */
    public void advance(Duration by) {
        if (by == null) {
            throw new IllegalArgumentException("A test clock must be moved by a duration, but is moved by null");
        }
        if (by.isNegative()) {
            throw new IllegalArgumentException("A test clock cannot be moved back, but was to be moved by " + by);
        }
        timer.advanceTo(after(by));
    }

    private Instant after(Duration by) {
        try {
            return timer.now().plus(by);
        } catch (ArithmeticException | DateTimeException ex) {
            throw new IllegalArgumentException("A test clock has no time that is later by " + by, ex);
        }
    }

    /**
     * Moves the clock on.
     *
     * @param by how far, such as {@code 500ms}, {@code 10s}, {@code 1m}, {@code 1h}, {@code 1d} or {@code PT1M}
     * @throws IllegalArgumentException when it is none of these
     */
    public void advance(String by) {
        advance(parse(by));
    }

    private static Duration parse(String text) {
        Matcher simple = SIMPLE.matcher(String.valueOf(text));
        try {
            if (!simple.matches()) {
                return Duration.parse(String.valueOf(text));
            }
            long amount = Long.parseLong(simple.group(1));
            return switch (simple.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "d" -> Duration.ofDays(amount);
                default -> Duration.parse("PT" + amount + simple.group(2).toUpperCase(Locale.ROOT));
            };
        } catch (ArithmeticException | DateTimeParseException ex) {
            throw new IllegalArgumentException(
                    "A duration must be text such as 500ms, 10s, 1m, 1h, 1d or PT1M, but is '" + text + "'", ex);
        }
    }

    /**
     * The number of callers that wait for the clock. If a test starts a waiting call on another thread, check that it has
     * arrived here before you move the clock.
     *
     * @return at least 0
     */
    public int waiting() {
        return timer.waiting();
    }

    /**
     * The timer that wakes callers by this clock, for
     * {@link io.github.ratelimited.local.LocalRateLimiters.Builder#timer(ScheduledExecutorService)}.
     *
     * @return the timer, which only schedules single tasks and runs them on the thread that moves the clock
     */
    public ScheduledExecutorService timer() {
        return timer;
    }
}
