package io.github.ratelimited;

/**
 * How a limit counts. In each description R is the rate, I the interval and a span a half-open piece of time.
 * The times of grants are those of the store's clock.
 */
public enum Algorithm {

    /**
     * Never more than R permits in any span of length I; exact. The store keeps one entry for each call of the last
     * interval, however many permits it took, and at most 100,000 of them: beyond that later calls share the youngest, so
     * that permits come back later, never earlier.
     */
    SLIDING_WINDOW,

    /**
     * Never more than R permits by an estimate, which assumes that the previous window was used evenly; below 2R in any span
     * of length I. Constant memory.
     */
    SLIDING_WINDOW_COUNTER,

    /**
     * At most R permits in a window of length I that starts with the first grant after the window before has
     * ended. Up to 2R in a span that covers the edge of two windows. Constant memory.
     */
    FIXED_WINDOW,

    /**
     * A bucket of {@link RateLimit#burst() burst} permits, full at the start and refilled evenly with R permits in
     * each I: at most burst + R * t / I permits in any time t. Constant memory.
     */
    TOKEN_BUCKET,

    /**
     * An even stream without bursts: a request for p permits is granted at least p * I / R after the grant before
     * it. Constant memory.
     */
    LEAKY_BUCKET,

    /**
     * At most R permits in each window of a {@linkplain RateLimit#perCalendar calendar}, such as a month in Berlin; all of
     * them are available again when the next window begins. Up to 2R in a span that covers the edge of two windows. Constant
     * memory.
     */
    CALENDAR_WINDOW
}
