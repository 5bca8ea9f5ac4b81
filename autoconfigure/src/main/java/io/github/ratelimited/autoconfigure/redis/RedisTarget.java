package io.github.ratelimited.autoconfigure.redis;

import io.github.ratelimited.autoconfigure.RedisUrl;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;

/**
 * The Redis that Ratelimited's own client connects to.
 *
 * @param username user, {@code null} for the default user
 * @param password password, {@code null} for none
 * @param encrypted whether connections use TLS
 * @param bundle keys and certificates of TLS, {@code null} for those of the JVM
 */
record RedisTarget(
        RedisServers servers,
        @Nullable String username,
        @Nullable String password,
        boolean encrypted,
        @Nullable SslBundle bundle,
        Client client) {

    /** Settings of the client, {@code null} for the defaults. */
    record Client(
            @Nullable Duration timeout,
            @Nullable Duration connectTimeout,
            @Nullable String name) {

        Client {
            timeout = bounded("timeout", timeout);
            connectTimeout = bounded("connect-timeout", connectTimeout);
        }

        /** Zero, which is without end for other clients, would be no time at all for Redisson. */
        private static @Nullable Duration bounded(String name, @Nullable Duration timeout) {
            if (timeout != null && timeout.isNegative()) {
                throw new IllegalArgumentException(name + " must not be negative, but is " + timeout);
            }
            return timeout == null || timeout.isZero() ? null : timeout;
        }
    }

    static RedisTarget of(RedisUrl url, @Nullable SslBundle bundle) {
        return new RedisTarget(
                servers(url), url.username(), url.password(), url.encrypted(), bundle, new Client(null, null, null));
    }

    static RedisServers servers(RedisUrl url) {
        return new RedisServers.Single(url.server(), url.database());
    }
}
