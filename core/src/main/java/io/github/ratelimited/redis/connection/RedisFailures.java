package io.github.ratelimited.redis.connection;

import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import org.redisson.client.RedisException;

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

    /** {@return the reason in one line, without the command that Redisson adds, which holds keys of users} */
    public static String message(Throwable failure) {
        Throwable reason = reason(failure);
        if (reason instanceof TimeoutException) {
            return "no answer in time";
        }
        String message = reason instanceof RedisException ? String.valueOf(reason.getMessage()) : reason.toString();
        return message.split("\\.? channel: |\\R|; ", 2)[0].strip();
    }
}
