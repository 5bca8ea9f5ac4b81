package io.github.ratelimited.limits;

import io.github.ratelimited.LimitSource;
import io.github.ratelimited.observe.LimiterObserver;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How the application's source of limits is asked.
 *
 * @param source the source, {@code null} for none
 * @param limiters whether it is asked for a limiter, by its name
 * @param ttl how long an answer is good for, before it is asked for again in the background
 * @param timeout how long a call waits for the first answer about its key
 * @param nanoTime a clock that never goes back, in ns
 * @param observer is notified of questions
 */
public record SourceSettings(
        @Nullable LimitSource source,
        Predicate<String> limiters,
        Duration ttl,
        Duration timeout,
        LongSupplier nanoTime,
        LimiterObserver observer) {}
