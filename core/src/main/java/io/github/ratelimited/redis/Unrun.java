package io.github.ratelimited.redis;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisOutOfMemoryException;

/** Tells the failures after which a script certainly has not run from those after which nobody knows. */
final class Unrun {

    private static final Set<String> ERRORS = Set.of(
            "LOADING", "CLUSTERDOWN", "MASTERDOWN", "READONLY", "BUSY", "OOM", "MISCONF", "NOREPLICAS", "NOPERM");

    private Unrun() {}

    /** Whether a failure, or one that it comes from, says so. */
    static boolean isCertain(Throwable failure) {
        @Nullable Throwable told = failure;
        while (told != null && !says(told)) {
            told = told.getCause();
        }
        return told != null;
    }

    private static boolean says(Throwable failure) {
        return failure instanceof RedisConnectionException
                || failure instanceof RedisNodeNotFoundException
                || failure instanceof RedisOutOfMemoryException
                || ERRORS.contains(String.valueOf(failure.getMessage()).split(" ", 2)[0]);
    }
}
