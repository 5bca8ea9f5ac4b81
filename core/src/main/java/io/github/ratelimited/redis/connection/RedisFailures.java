package io.github.ratelimited.redis.connection;

import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisOutOfMemoryException;

/** What the server or the network has said, which Redisson wraps and adds to. */
public final class RedisFailures {

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
        if (reason instanceof TimeoutException) {
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
        return reason instanceof TimeoutException || isForeignAnswer(reason);
    }

    /** In the words of Redisson, which the bytes follow. */
    private static boolean isForeignAnswer(Throwable reason) {
        return reason instanceof IllegalStateException
                && String.valueOf(reason.getMessage()).startsWith("Can't decode replay");
    }
}
