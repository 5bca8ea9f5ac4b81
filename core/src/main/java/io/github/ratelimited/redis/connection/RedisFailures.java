package io.github.ratelimited.redis.connection;

import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.RedisTryAgainException;

/**
 * What the server or the network has said, which Redisson wraps and adds to, and whether it certainly means that nothing was
 * executed. After a timeout, or when a connection is lost on the way, that is unknown.
 */
public final class RedisFailures {

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

    private RedisFailures() {}

    /** {@return what the failure comes from, such as that the password is wrong} */
    public static Throwable reason(Throwable failure) {
        Throwable reason = failure;
        while (reason.getCause() != null && !(reason instanceof UnknownHostException)) {
            reason = reason.getCause();
        }
        return reason;
    }

    /** {@return the reason in one line, without the command that Redisson adds, which holds keys of users, and the script} */
    public static String message(Throwable failure) {
        Throwable reason = reason(failure);
        if (isTimeout(reason)) {
            return "no answer in time";
        }
        if (isForeignAnswer(reason)) {
            return "an answer that no Redis gives";
        }
        String message = reason instanceof RedisException ? String.valueOf(reason.getMessage()) : reason.toString();
        String line = message.split("\\.? (channel|script): |\\R|; ", 2)[0].strip();
        // The only word that Redisson takes off.
        return reason instanceof RedisOutOfMemoryException && !line.startsWith("OOM") ? "OOM " + line : line;
    }

    /** {@return whether only one side may use TLS: then neither understands what the other says} */
    static boolean isOfOtherProtocol(Throwable failure) {
        Throwable reason = reason(failure);
        return isTimeout(reason) || isForeignAnswer(reason);
    }

    private static boolean isTimeout(Throwable reason) {
        return reason instanceof TimeoutException || reason instanceof RedisTimeoutException;
    }

    /** In the words of Redisson, which the bytes follow. */
    private static boolean isForeignAnswer(Throwable reason) {
        return reason instanceof IllegalStateException
                && String.valueOf(reason.getMessage()).startsWith("Can't decode replay");
    }

    /** {@return whether a failure, or one that it comes from, says for certain that nothing was executed} */
    public static boolean hasNotRun(Throwable failure) {
        return comesFrom(failure, RedisFailures::says);
    }

    /**
     * {@return whether a script that settles has certainly changed nothing} Rights are checked at each command, so one that is
     * missing may have ended a script that has written before; whatever else is certain is so for its first write.
     */
    public static boolean hasCountedNothing(Throwable failure) {
        return hasNotRun(failure) && !comesFrom(failure, each -> code(each).equals(NO_RIGHT));
    }

    /** {@return whether no server had all keys, because their slot is moving} */
    public static boolean isParted(@Nullable Throwable failure) {
        return comesFrom(failure, RedisTryAgainException.class::isInstance);
    }

    /** {@return whether a failure, or one that it comes from, is such} */
    public static boolean comesFrom(@Nullable Throwable failure, Predicate<Throwable> reason) {
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
}
