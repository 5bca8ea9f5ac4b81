package io.github.ratelimited.outbound;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;

/** What the number in a vendor's field for the end of its limit means. */
public enum ResetUnit {

    /** Seconds from now. */
    SECONDS,

    /** Milliseconds from now. */
    MILLISECONDS,

    /** Seconds since 1970, as in most {@code X-RateLimit-Reset} fields. */
    EPOCH_SECONDS,

    /** Milliseconds since 1970. */
    EPOCH_MILLISECONDS;

    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
    private static final BigDecimal MOST =
            BigDecimal.valueOf(Duration.ofDays(36_500).toMillis());

    /** How long it is from now, at most 100 years. */
    Duration until(BigDecimal value, Instant now) {
        BigDecimal millis = this == SECONDS || this == EPOCH_SECONDS ? value.multiply(THOUSAND) : value;
        BigDecimal left = this == EPOCH_SECONDS || this == EPOCH_MILLISECONDS
                ? millis.subtract(BigDecimal.valueOf(now.toEpochMilli()))
                : millis;
        return Duration.ofMillis(left.min(MOST)
                .max(MOST.negate())
                .setScale(0, RoundingMode.CEILING)
                .longValue());
    }
}
