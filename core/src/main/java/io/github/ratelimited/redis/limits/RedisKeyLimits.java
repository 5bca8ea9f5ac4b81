package io.github.ratelimited.redis.limits;

import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.limits.AppliedLimit;
import io.github.ratelimited.limits.KeyLimitTable;
import io.github.ratelimited.redis.limits.KeyLimitsHash.Change;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** The limits of single keys of all processes, whose changes each process reads twice a second. */
final class RedisKeyLimits {

    private final KeyLimitsHash hash;
    private final SharedClock clock;
    private final KeyLimitTable table;
    private final KnownKeyLimits known;
    private final KeyLimitChanges changes;
    private final Polling<PollReply> polling;

    /**
     * Starts reading.
     *
     * @param timer runs the polls
     * @param clock the server's time, by which limits end
     */
    RedisKeyLimits(KeyLimitsHash hash, ScheduledExecutorService timer, SharedClock clock) {
        this.hash = hash;
        this.clock = clock;
        this.table = new KeyLimitTable(clock);
        this.known = new KnownKeyLimits(table);
        this.changes = new KeyLimitChanges(hash, change -> known.sends(change.limiterKey()), this::learn);
        this.polling = new Polling<>(
                "The limits of single keys", timer, () -> hash.poll(known.begin()), this::takeOver, () -> {});
        polling.read();
    }

    /** While Redis cannot be asked, the last known limits are in force. */
    private boolean takeOver(@Nullable PollReply poll) {
        if (poll == null) {
            table.complete(true);
            return false;
        }
        clock.read(poll.time());
        boolean more = known.learn(poll);
        table.complete(known.isComplete());
        return more;
    }

    KeyLimitTable table() {
        return table;
    }

    /** A key whose limit cannot be read has none that is known. */
    CompletionStage<@Nullable AppliedLimit> load(LimiterKey limiterKey) {
        AppliedLimit there = table.find(limiterKey);
        return table.isComplete() || there != null
                ? CompletableFuture.completedFuture(there)
                : hash.read(limiterKey)
                        .thenApply(limit -> limit == null ? null : new AppliedLimit(limit.limit(), Origin.KEY))
                        .exceptionally(failure -> table.find(limiterKey));
    }

    CompletionStage<Boolean> set(
            LimiterKey limiterKey, RateLimit limit, @Nullable Duration validFor, boolean replaces) {
        long span = validFor == null ? 0 : Micros.of(validFor);
        return changes.make(new Change(limiterKey, replaces, SharedLimit.text(limit), span))
                .thenApply(outcome -> {
                    if (outcome == '2') {
                        throw KeyLimitTable.full(limiterKey);
                    }
                    return outcome == '1';
                });
    }

    CompletionStage<Void> clear(LimiterKey limiterKey) {
        return changes.make(new Change(limiterKey, true, "", 0)).thenAccept(outcome -> {});
    }

    /** In force here from now on, if it was made. */
    private void learn(Change change, boolean made) {
        long until = change.span() == 0 ? 0 : clock.getAsLong() + change.span();
        known.answered(change.limiterKey(), made ? change.text() + '\n' + until : null);
    }

    void close() {
        polling.close();
    }
}
