package io.github.ratelimited.denial;

import io.github.ratelimited.store.Demand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rejections that are known of one limiter and key. Immutable.
 *
 * @param since answers to what was asked before then are out of date
 * @param rejected the rejections, the latest first
 */
record KeyDenials(long since, List<Denial> rejected) {

    /** For as many different numbers of permits. */
    private static final int MOST = 4;

    static KeyDenials noneSince(long moment) {
        return new KeyDenials(moment, List.of());
    }

    @Nullable
    Denial find(Demand demand, long now, long maxWait, boolean waits) {
        Denial latest = null;
        for (int i = 0; i < rejected.size(); i++) {
            Denial denial = rejected.get(i);
            if (denial.answers(demand, now, maxWait, waits) && (latest == null || latest.due() < denial.due())) {
                latest = denial;
            }
        }
        return latest;
    }

    KeyDenials with(Denial denial) {
        if (denial.asked() < since) {
            return this;
        }
        List<Denial> all = new ArrayList<>(List.of(denial));
        for (Denial known : rejected) {
            boolean other = known.demand().permits() != denial.demand().permits() || known.inTurn() != denial.inTurn();
            boolean another = other
                    && !known.blocked()
                    && known.demand().limit().equals(denial.demand().limit());
            if (another && known.stands(denial.asked()) && all.size() < MOST) {
                all.add(known);
            }
        }
        return new KeyDenials(since, List.copyOf(all));
    }
}
