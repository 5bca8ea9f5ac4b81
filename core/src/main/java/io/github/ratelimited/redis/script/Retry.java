package io.github.ratelimited.redis.script;

import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.store.Acquisition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisTryAgainException;

/**
 * What of a batch certainly has not run, so that it may be sent once more. After a timeout, or when a connection is lost
 * on the way, that is unknown, and nothing is sent again.
 *
 * @param requests what has not run, often nothing
 * @param outcomes of the whole batch; {@code null} at the places of the requests
 * @param atOnce whether there is no use in giving the server a moment
 */
public record Retry(List<Acquisition> requests, List<@Nullable BatchResult> outcomes, boolean atOnce) {

    public static final String TOO_LATE = "Redis got to the request too late";

    private static final Retry NOTHING = new Retry(List.of(), List.of(), true);

    private static final String NO_RIGHT = "NOPERM";

    private static final Set<String> ERRORS = Set.of(
            "LOADING",
            "CLUSTERDOWN",
            "MASTERDOWN",
            "READONLY",
            "BUSY",
            "OOM",
            "MISCONF",
            "NOREPLICAS",
            "NOSCRIPT",
            NO_RIGHT);

    public static Retry of(List<Acquisition> batch, @Nullable List<BatchResult> outcomes, @Nullable Throwable failure) {
        if (failure != null) {
            boolean tooLate = TOO_LATE.equals(Futures.cause(failure).getMessage());
            return new Retry(tooLate || hasNotRun(failure) ? batch : List.of(), List.of(), tooLate);
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
        return new Retry(failed, kept, false);
    }

    /** Whether a failure, or one that it comes from, says so for certain. */
    static boolean hasNotRun(Throwable failure) {
        return comesFrom(failure, Retry::says);
    }

    /**
     * {@return whether a script that settles has certainly changed nothing} Rights are checked at each command, so one that is
     * missing may have ended a script that has written before; whatever else is certain is so for its first write.
     */
    public static boolean hasCountedNothing(Throwable failure) {
        return hasNotRun(failure) && !comesFrom(failure, each -> code(each).equals(NO_RIGHT));
    }

    /** Whether no server had all keys, because their slot is moving. */
    public static boolean isParted(@Nullable Throwable failure) {
        return comesFrom(failure, RedisTryAgainException.class::isInstance);
    }

    private static boolean comesFrom(@Nullable Throwable failure, Predicate<Throwable> reason) {
        return failure != null
                && Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                        .anyMatch(reason);
    }

    private static boolean says(Throwable failure) {
        return failure instanceof RedisConnectionException
                || failure instanceof RedisNodeNotFoundException
                || failure instanceof RedisOutOfMemoryException
                || failure instanceof RedisTryAgainException
                || ERRORS.contains(code(failure));
    }

    private static String code(Throwable failure) {
        return String.valueOf(failure.getMessage()).split(" ", 2)[0];
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
