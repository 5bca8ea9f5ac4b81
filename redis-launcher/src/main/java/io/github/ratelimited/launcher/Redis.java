package io.github.ratelimited.launcher;

import org.jspecify.annotations.Nullable;

/**
 * Where a running Redis is. {@link RedisExtension} gives it to tests.
 *
 * @param host name or address
 * @param port TCP port
 * @param description one line for logs: which Redis, in which version, from where
 */
public record Redis(String host, int port, String description) {

    /**
     * The one Redis that all tests of this JVM share, started by the first call: in Docker when an engine answers, else
     * as a process. The system property {@code redis.launcher} with the value {@code docker} or {@code process} forces
     * one of them. It ends with the JVM. Nobody flushes it.
     *
     * @return the running Redis
     * @throws IllegalStateException when neither way works, or the forced one does not
     */
    public static Redis shared() {
        return SharedRedis.get();
    }

    /** {@return the address for clients, {@code redis://host:port}} */
    public String url() {
        return "redis://" + host + ":" + port;
    }

    /**
     * Sends one command on a connection of its own.
     *
     * @param words the command and its arguments
     * @return the reply, as {@link RedisConnection} tells
     * @throws RedisReplyException when the reply is an error
     */
    public @Nullable Object command(String... words) {
        try (RedisConnection connection = connect()) {
            return connection.command(words);
        }
    }

    /** {@return a connection, for example for {@code MONITOR}, that the caller closes} */
    public RedisConnection connect() {
        return RedisConnection.open(host, port, RedisConnection.TIMEOUT);
    }
}
