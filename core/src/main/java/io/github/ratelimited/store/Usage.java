package io.github.ratelimited.store;

import java.time.Duration;

/**
 * How much of a limit is used.
 *
 * @param remaining permits that a caller who does not wait could take, at least 0
 * @param resetAfter time until the limit is wholly unused again
 */
public record Usage(long remaining, Duration resetAfter) {}
