package io.github.ratelimited.limits;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What a source has returned for one key, and when to ask it again. Safe for use by many threads. */
final class SourceAnswer {

    final List<String> keyParts;
    final long waitUntil;

    /** Complete when the source has answered or failed for the first time. */
    final CompletableFuture<Void> first = new CompletableFuture<>();

    private final AtomicBoolean asking = new AtomicBoolean(true);
    private volatile @Nullable AppliedLimit limit;
    private volatile boolean answered;
    private volatile long dueAt;

    /** Unlike {@link #dueAt} not changed by the answer to a question that had begun before. */
    private volatile boolean outdated;

    /**
     * Starts without an answer, while the source is asked.
     *
     * @param waitUntil until when calls wait for the first answer, in ns
     */
    SourceAnswer(List<String> keyParts, long waitUntil) {
        this.keyParts = keyParts;
        this.waitUntil = waitUntil;
    }

    @Nullable
    AppliedLimit limit() {
        return limit;
    }

    boolean hasAnswer() {
        return answered;
    }

    /** Whether calls go on with what there is: an answer, or none because the source is too slow. */
    boolean isReady(long now) {
        return first.isDone() || waitUntil - now <= 0;
    }

    boolean isDue(long now) {
        return first.isDone() && (outdated || dueAt - now <= 0);
    }

    /** Lets the source be asked again, also where a question has begun. */
    void outdate() {
        outdated = true;
    }

    /** {@return whether no other thread asks the source already} */
    boolean begin() {
        boolean begins = asking.compareAndSet(false, true);
        if (begins) {
            outdated = false;
        }
        return begins;
    }

    void apply(@Nullable AppliedLimit returned) {
        limit = returned;
        answered = true;
    }

    /** The source has answered or failed. */
    void keep(long until) {
        dueAt = until;
        asking.set(false);
        first.complete(null);
    }
}
