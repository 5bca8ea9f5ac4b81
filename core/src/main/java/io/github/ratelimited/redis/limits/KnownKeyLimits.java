package io.github.ratelimited.redis.limits;

import io.github.ratelimited.limits.KeyLimitTable;
import io.github.ratelimited.store.LimiterKey;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The limits of single keys that this process knows, in a table. Safe for use by many threads. */
final class KnownKeyLimits extends KnownHash<LimiterKey> {

    private final KeyLimitTable table;
    private volatile boolean complete;

    KnownKeyLimits(KeyLimitTable table) {
        super(0);
        this.table = table;
    }

    /** Whether all limits were read at some time. */
    boolean isComplete() {
        return complete;
    }

    @Override
    @Nullable
    LimiterKey entry(String field) {
        return SharedKeyLimit.limiterKey(field);
    }

    @Override
    String field(LimiterKey limiterKey) {
        return SharedKeyLimit.field(limiterKey);
    }

    @Override
    Collection<LimiterKey> all() {
        return table.all();
    }

    @Override
    void put(LimiterKey limiterKey, String text) {
        SharedKeyLimit limit = SharedKeyLimit.parse(text);
        if (limit == null) {
            table.remove(limiterKey);
        } else {
            table.put(limiterKey, limit.limit(), limit.until());
        }
    }

    @Override
    void complete() {
        complete = true;
    }

    @Override
    synchronized boolean learn(PollReply poll) {
        table.removeEnded();
        return super.learn(poll);
    }
}
