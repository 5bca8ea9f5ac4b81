package io.github.ratelimited.store;

import io.github.ratelimited.Decision.Basis;
import java.util.List;

/**
 * What a call really used of the permits that it was granted.
 *
 * @param reservation what it was granted
 * @param actual permits that it really used, at least 0: of fewer than it was granted the rest goes back, of more what
 *     exceeds them is counted as well, whether it is available or not
 */
public record Settlement(Reservation reservation, long actual) {

    /** More for one call, which a limit of a permit per microsecond takes 35 years to give, count as so many. */
    public static final long MOST = 1L << 50;

    public Settlement {
        actual = Math.min(actual, MOST);
    }

    /** {@return what gives permits back that were not used at all} */
    public static List<Settlement> unused(List<Reservation> reservations) {
        return reservations.stream()
                .filter(reservation -> reservation.demand().permits() > 0)
                .map(reservation -> new Settlement(reservation, 0))
                .toList();
    }

    /**
     * {@return what counts permits that were used without being granted}
     *
     * @param demand limiter, key, limit, and the permits that were used
     */
    public static Settlement charge(Demand demand) {
        return new Settlement(new Reservation(demand.of(0), 0, Basis.STORE), demand.permits());
    }

    /** {@return what was granted, under the limit of then} */
    public Demand demand() {
        return reservation.demand();
    }

    /** {@return how many permits go back, negative for those that are counted beyond what was granted} */
    public long back() {
        return demand().permits() - actual;
    }
}
