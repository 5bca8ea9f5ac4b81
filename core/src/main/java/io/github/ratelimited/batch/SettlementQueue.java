package io.github.ratelimited.batch;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Settlement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * What goes back to one partition of the store: the load that is being sent, newest first, and the one that comes
 * meanwhile. So a request waits for two loads at most, however many more come. Under the lock of {@link SettlementBatcher}.
 */
final class SettlementQueue {

    /** A store that fails so often in a row takes nothing back; what was reserved there lapses when it is due. */
    private static final int MOST_FAILURES = 3;

    private final int partition;
    private final Deque<PendingSettlement> sending = new ArrayDeque<>();
    private List<PendingSettlement> collected = new ArrayList<>();
    private Map<LimiterKey, OfKey> keysOfCollected = new HashMap<>();
    private List<PendingSettlement> inFlight = List.of();
    private int failures;

    /** What goes back to one limiter and key with the same load. */
    static final class OfKey {

        final LimiterKey limiterKey;

        /** Complete when all of it has arrived or was given up. */
        final CompletableFuture<Void> done = new CompletableFuture<>();

        private int left;

        OfKey(LimiterKey limiterKey) {
            this.limiterKey = limiterKey;
        }

        /** Returns whether none is left. */
        private boolean endOne() {
            left--;
            return left == 0;
        }
    }

    /**
     * A settlement that is queued or in flight.
     *
     * @param ofKey what else goes back to its limiter and key with the same load
     * @param changed how many permits went back or were counted; fails when that is not known
     * @param repeats how often it was sent before
     */
    record PendingSettlement(Settlement settlement, OfKey ofKey, CompletableFuture<Double> changed, int repeats) {

        long grantedAt() {
            return settlement.reservation().grantedAt();
        }

        void end(double permits) {
            if (Double.isNaN(permits)) {
                changed.completeExceptionally(new RateLimiterUnavailableException(
                        "The store did not say whether permits were settled", null));
            } else {
                changed.complete(permits);
            }
        }
    }

    SettlementQueue(int partition) {
        this.partition = partition;
    }

    int partition() {
        return partition;
    }

    boolean isIdle() {
        return sending.isEmpty() && collected.isEmpty() && inFlight.isEmpty();
    }

    PendingSettlement add(Settlement settlement, CompletableFuture<Double> changed, int repeats) {
        OfKey ofKey = keysOfCollected.computeIfAbsent(settlement.demand().limiterKey(), OfKey::new);
        ofKey.left++;
        PendingSettlement pending = new PendingSettlement(settlement, ofKey, changed, repeats);
        collected.add(pending);
        return pending;
    }

    /** Moves the next ones to those being sent; returns how many. */
    int take(int most) {
        if (sending.isEmpty()) {
            collected.sort(
                    Comparator.comparingLong(PendingSettlement::grantedAt).reversed());
            sending.addAll(collected);
            collected = new ArrayList<>();
            keysOfCollected = new HashMap<>();
        }
        List<PendingSettlement> next = new ArrayList<>();
        while (next.size() < most && !sending.isEmpty()) {
            next.add(sending.remove());
        }
        inFlight = next;
        return next.size();
    }

    List<PendingSettlement> inFlight() {
        return inFlight;
    }

    /** Records that those sent have arrived or are lost; returns which others are given up. */
    List<PendingSettlement> arrived(boolean failed) {
        failures = failed ? failures + 1 : 0;
        if (failures < MOST_FAILURES) {
            return List.of();
        }
        List<PendingSettlement> givenUp = List.copyOf(sending);
        sending.clear();
        return givenUp;
    }

    /** Which keys nothing of this load goes back to any more. */
    List<OfKey> over(List<PendingSettlement> givenUp) {
        List<OfKey> over = Stream.concat(inFlight.stream(), givenUp.stream())
                .map(PendingSettlement::ofKey)
                .filter(OfKey::endOne)
                .toList();
        inFlight = List.of();
        return over;
    }
}
