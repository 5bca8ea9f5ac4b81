package io.github.ratelimited.failover;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Demand;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Part of every limit that one process may grant by itself while it cannot ask the store.
 *
 * @param value from 0 to 1; whatever it is, at least one permit
 */
public record LocalShare(double value) {

    /** The whole limit. */
    public static final LocalShare WHOLE = new LocalShare(1);

    public LocalShare {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("localShare must be from 0 to 1, but is " + value);
        }
    }

    /** The demand on this part, which may be one that the part can never grant. */
    Demand of(Demand demand) {
        if (value == 1) {
            return demand;
        }
        RateLimit whole = demand.limit();
        RateLimit part = whole.withRate(of(whole.rate()), of(whole.burst()));
        return demand.under(part);
    }

    private long of(long permits) {
        return Math.max(
                1,
                BigDecimal.valueOf(value)
                        .multiply(BigDecimal.valueOf(permits))
                        .setScale(0, RoundingMode.CEILING)
                        .longValueExact());
    }
}
