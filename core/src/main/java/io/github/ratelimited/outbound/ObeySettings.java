package io.github.ratelimited.outbound;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How an entry obeys what vendors answer.
 *
 * @param maxBlock longest block that an answer can bring, more than zero
 * @param remaining name of a field that says how many requests are left, {@code null} for none
 * @param reset name of a field that says when there are more, {@code null} for none
 * @param unit what the number in that field means
 */
public record ObeySettings(
        Duration maxBlock,
        @Nullable String remaining,
        @Nullable String reset,
        ResetUnit unit) {}
