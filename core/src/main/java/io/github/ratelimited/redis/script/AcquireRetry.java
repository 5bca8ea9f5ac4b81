package io.github.ratelimited.redis.script;

import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.redis.connection.RedisFailures;
import io.github.ratelimited.store.Acquisition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of a batch certainly has not run, so that it may be sent once more. After a timeout, or when a connection is lost
 * on the way, that is unknown, and nothing is sent again.
 *
 * @param requests what has not run, often nothing
 * @param outcomes of the whole batch; {@code null} at the places of the requests
 * @param atOnce whether there is no use in giving the server a moment
 */
public record AcquireRetry(List<Acquisition> requests, List<@Nullable BatchResult> outcomes, boolean atOnce) {

    public static final String TOO_LATE = "Redis got to the request too late";

    private static final AcquireRetry NOTHING = new AcquireRetry(List.of(), List.of(), true);

    public static AcquireRetry of(
            List<Acquisition> batch, @Nullable List<BatchResult> outcomes, @Nullable Throwable failure) {
        if (failure != null) {
            boolean tooLate = TOO_LATE.equals(Futures.cause(failure).getMessage());
            return new AcquireRetry(
                    tooLate || RedisFailures.hasNotRun(failure) ? batch : List.of(), List.of(), tooLate);
        }
        if (outcomes == null || outcomes.stream().allMatch(outcome -> outcome.grant() != null)) {
            return NOTHING;
        }
        List<Acquisition> failed = new ArrayList<>();
        List<@Nullable BatchResult> kept = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            BatchResult outcome = outcomes.get(i);
            // One demand is taken or not. Of several some may be taken when another fails.
            boolean unrun = outcome.grant() == null && batch.get(i).demands().size() == 1;
            kept.add(unrun ? null : outcome);
            if (unrun) {
                failed.add(batch.get(i));
            }
        }
        return new AcquireRetry(failed, kept, false);
    }

    /** The outcomes of the batch, with those of what was sent again in their places. */
    public List<BatchResult> into(List<BatchResult> later) {
        if (outcomes.isEmpty()) {
            return later;
        }
        List<BatchResult> all = new ArrayList<>(outcomes.size());
        int next = 0;
        for (BatchResult outcome : outcomes) {
            all.add(outcome != null ? outcome : later.get(next++));
        }
        return all;
    }
}
