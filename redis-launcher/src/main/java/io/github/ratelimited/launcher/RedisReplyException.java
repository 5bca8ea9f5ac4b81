package io.github.ratelimited.launcher;

/** An error that Redis gave as its reply, for example {@code NOAUTH Authentication required.} */
public final class RedisReplyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RedisReplyException(String reply) {
        super(reply);
    }
}
