package io.github.ratelimited.redis.connection;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.codec.Codec;
import org.redisson.config.NameMapper;

/**
 * A client that is connected.
 *
 * @param client the client
 * @param names how names of keys are mapped, {@code null} where only the client knows, such as one that is wrapped
 * @param cluster whether keys lie in slots
 * @param responseTimeout how long it waits for replies
 */
record ConnectedClient(RedissonClient client, @Nullable NameMapper names, boolean cluster, Duration responseTimeout) {

    static ConnectedClient of(RedissonClient client, Duration responseTimeout) {
        NameMapper names =
                client instanceof Redisson known ? known.getServiceManager().getNameMapper() : null;
        return new ConnectedClient(client, names, client.getConfig().isClusterConfig(), responseTimeout);
    }

    /** Never sent twice: a script that is run again after a response timeout would take permits twice. */
    RScript script(Codec codec) {
        return client.getScript(
                OptionalOptions.defaults().codec(codec).retryAttempts(0).timeout(responseTimeout));
    }
}
