package io.github.ratelimited.lease;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Window;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.Nanos;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * When more permits are asked for, and when that had better wait. Moments are those of {@link System#nanoTime()}. Changed
 * under the lock of its {@link LeasedKey}, read also without.
 */
final class LeaseRenewal {

    /** Permits are renewed so many round trips before they are needed. */
    private static final int AHEAD = 2;

    /** After a rejection an instance that makes many calls waits up to this part of a lease longer than the rejection says. */
    private static final int SPREAD = 4;

    private static final long FIRST_ROUND_TRIP = 1_000_000;

    /** A rejection of so many permits or more, from when they are due until another call may try. */
    private record Rejection(long permits, long due, long until) {}

    private final long length;
    private final RateLimit limit;
    private final LeaseSize size;
    private final HeldChunks chunks;
    private long roundTrip = FIRST_ROUND_TRIP;
    private boolean unmet;
    private volatile long low = -1;
    private volatile long lookAt;
    private volatile long resetAt;
    private volatile @Nullable Window window;
    private volatile @Nullable Rejection rejection;
    private volatile long sendAfter;

    LeaseRenewal(RateLimit limit, long length, LeaseSize size, HeldChunks chunks, long now) {
        this.limit = limit;
        this.length = length;
        this.size = size;
        this.chunks = chunks;
        this.lookAt = now;
        this.resetAt = now;
        this.sendAfter = now;
    }

    /** Whether more is to be leased, with so many permits left in the first chunk. */
    boolean isDue(long left, long now) {
        return left <= low || now - lookAt >= 0;
    }

    boolean maySend(long now) {
        return now - sendAfter >= 0;
    }

    /** Permits that are used up within the time that it takes to have more. */
    private long threshold() {
        return (long) ((double) size.use() * AHEAD * roundTrip / length);
    }

    boolean isLow(long now) {
        boolean few = chunks.held() <= threshold() || chunks.isEmpty() || chunks.lastEnd() - now <= AHEAD * roundTrip;
        return few && !unmet;
    }

    void set(boolean asking, long now) {
        long next = size.periodEnd();
        long least = -1;
        if (!asking && !unmet && !chunks.isEmpty()) {
            Chunk first = chunks.first();
            long later = first == null ? 0 : chunks.held() - first.left();
            long enough = threshold();
            least = chunks.held() > enough ? enough - later : -1;
            long renewal = chunks.lastEnd() - AHEAD * roundTrip;
            next = renewal - now > 0 && renewal - next < 0 ? renewal : next;
        }
        low = least;
        lookAt = next;
    }

    void answered(long sent, long now) {
        roundTrip = (3 * roundTrip + now - sent) / 4;
    }

    void failed(long now) {
        sendAfter = now + length;
    }

    void unmet(boolean less) {
        unmet = less;
    }

    /** How long granted permits count in their window, in nanoseconds. */
    long ends(Decision decision) {
        long reset = Nanos.of(decision.resetAfter());
        return switch (limit.algorithm()) {
            case SLIDING_WINDOW, TOKEN_BUCKET, LEAKY_BUCKET -> Long.MAX_VALUE;
            case FIXED_WINDOW, CALENDAR_WINDOW -> reset;
            case SLIDING_WINDOW_COUNTER -> reset - Nanos.of(limit.interval());
        };
    }

    void learn(Decision decision, long now) {
        resetAt = now + Nanos.of(decision.resetAfter());
        window = decision.window();
    }

    /** A decision with the window of the last reply, where the limit has a calendar: permits that are held end with it. */
    Decision inWindow(Decision decision) {
        Window known = window;
        return known == null ? decision : decision.but().window(known).build();
    }

    Duration resetAfter(long now) {
        return Duration.ofNanos(Math.max(0, resetAt - now));
    }

    /** What was rejected is available by now. */
    void granted(long now) {
        if (rejection != null) {
            rejection = null;
            sendAfter = now;
        }
    }

    void rejected(long permits, long now, long retryAfter, boolean hot) {
        long due = now + retryAfter;
        long until = due + (hot ? ThreadLocalRandom.current().nextLong(length / SPREAD + 1) : 0);
        rejection = new Rejection(permits, due, until);
        sendAfter = until;
    }

    boolean rejects(long permits, long now) {
        Rejection known = rejection;
        return known != null && permits >= known.permits && now - known.due >= 0 && now - known.until < 0;
    }

    Duration retryAfter(long now) {
        Rejection known = rejection;
        return Duration.ofNanos(known == null ? 1 : Math.max(1, known.until - now));
    }
}
