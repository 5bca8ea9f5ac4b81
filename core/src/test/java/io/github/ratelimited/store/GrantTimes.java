package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import java.util.Collection;

/** Moments of grants as the store's clock told them, one for each permit. */
public record GrantTimes(long[] sorted) {

    public static GrantTimes of(Collection<Reservation> reservations) {
        return new GrantTimes(reservations.stream()
                .flatMapToLong(reservation -> java.util.stream.LongStream.range(
                                0, reservation.demand().permits())
                        .map(permit -> reservation.grantedAt()))
                .sorted()
                .toArray());
    }

    public int count() {
        return sorted.length;
    }

    /** Seconds from the first to the last. */
    public double seconds() {
        return (sorted[sorted.length - 1] - sorted[0]) / 1e6;
    }

    /** The most in any span of a length, its end excluded. */
    public long mostWithin(long micros) {
        int most = 0;
        int from = 0;
        for (int to = 0; to < sorted.length; to++) {
            while (sorted[to] - sorted[from] >= micros) {
                from++;
            }
            most = Math.max(most, to - from + 1);
        }
        return most;
    }

    private long leastBetween() {
        long least = Long.MAX_VALUE;
        for (int i = 1; i < sorted.length; i++) {
            least = Math.min(least, sorted[i] - sorted[i - 1]);
        }
        return least;
    }

    /** How far above a bucket's content the grants went, in permits. */
    private double mostAboveBucket(RateLimit limit) {
        double spacing = (double) Micros.of(limit.interval()) / limit.rate();
        double used = 0;
        double most = 0;
        for (int i = 0; i < sorted.length; i++) {
            used = Math.max(0, i == 0 ? 0 : used - (sorted[i] - sorted[i - 1]) / spacing) + 1;
            most = Math.max(most, used);
        }
        return most - limit.burst();
    }

    /** Holds the grants against what the algorithm promises. */
    public void assertKeep(RateLimit limit) {
        long interval = Micros.of(limit.interval());
        switch (limit.algorithm()) {
            case SLIDING_WINDOW -> assertThat(mostWithin(interval)).isLessThanOrEqualTo(limit.rate());
            case FIXED_WINDOW, CALENDAR_WINDOW ->
                assertThat(mostWithin(interval)).isLessThanOrEqualTo(2 * limit.rate());
            case SLIDING_WINDOW_COUNTER -> assertThat(mostWithin(interval)).isLessThan(2 * limit.rate());
            // Grants are told in microseconds, rounded up: one each may be early by less than that.
            case TOKEN_BUCKET ->
                assertThat(mostAboveBucket(limit)).isLessThanOrEqualTo((double) limit.rate() / interval + 1e-6);
            case LEAKY_BUCKET -> assertThat(leastBetween()).isGreaterThanOrEqualTo(interval / limit.rate());
        }
    }
}
