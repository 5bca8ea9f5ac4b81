package io.github.ratelimited.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.DelayStrategy;
import org.redisson.config.EqualJitterDelay;
import org.redisson.config.ReadMode;
import org.redisson.config.SubscriptionMode;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.StringUtils;

/**
 * What Spring Boot knows of Redis, as Redisson wants it.
 *
 * @param details where Redis is
 * @param properties the settings that details do not carry
 * @param timeout longest wait for a decision
 */
record RedisSetup(DataRedisConnectionDetails details, DataRedisProperties properties, Duration timeout) {

    private static final int DEFAULT_PORT = 6379;

    /** Short enough that a host which swallows packets costs little of the time until the next attempt. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    /** To each master from the start; more are opened when these are busy. Redisson would open 24, to replicas too. */
    private static final int CONNECTIONS = 4;

    /** How often a cluster is asked for its masters: until then calls fail whose master another node has replaced. */
    private static final Duration SCAN_INTERVAL = Duration.ofSeconds(1);

    /**
     * A connection that is only half there is closed after this time without an answer, and not used for ever; after the
     * timeout of a decision where that is longer.
     */
    private static final Duration PING_INTERVAL = Duration.ofSeconds(1);

    /** Redisson's own is up to 10 seconds. */
    private static final DelayStrategy RECONNECTION_DELAY =
            new EqualJitterDelay(Duration.ofMillis(100), Duration.ofSeconds(1));

    /** {@return a new configuration that reads and writes masters only} */
    Config config() {
        Config config = new Config()
                .setCodec(StringCodec.INSTANCE)
                .setUsername(textOrNull(details.getUsername()))
                .setPassword(textOrNull(details.getPassword()));
        SslBundle bundle = details.getSslBundle();
        if (bundle != null) {
            config.setSslTrustManagerFactory(bundle.getManagers().getTrustManagerFactory())
                    .setSslKeyManagerFactory(bundle.getManagers().getKeyManagerFactory())
                    .setSslCiphers(bundle.getOptions().getCiphers())
                    .setSslProtocols(bundle.getOptions().getEnabledProtocols());
        }
        addServers(config);
        return config;
    }

    private void addServers(Config config) {
        Sentinel sentinel = details.getSentinel();
        DataRedisConnectionDetails.Cluster cluster = details.getCluster();
        DataRedisConnectionDetails.MasterReplica masterReplica = details.getMasterReplica();
        Standalone standalone = details.getStandalone();
        if (sentinel != null) {
            mastersOnly(config.useSentinelServers()
                    .setMasterName(sentinel.getMaster())
                    .setSentinelUsername(textOrNull(sentinel.getUsername()))
                    .setSentinelPassword(textOrNull(sentinel.getPassword()))
                    .setDatabase(sentinel.getDatabase())
                    .addSentinelAddress(addresses(sentinel.getNodes())));
        } else if (cluster != null) {
            mastersOnly(config.useClusterServers()
                    .setScanInterval((int) SCAN_INTERVAL.toMillis())
                    .addNodeAddress(addresses(cluster.getNodes())));
        } else if (masterReplica != null) {
            mastersOnly(config.useReplicatedServers().addNodeAddress(addresses(masterReplica.getNodes())));
        } else if (standalone != null) {
            // Redisson would try a server that is down for seconds, in which calls wait and nothing is told.
            timed(config.useSingleServer()
                    .setRetryAttempts(0)
                    .setConnectionMinimumIdleSize(CONNECTIONS)
                    .setDatabase(standalone.getDatabase())
                    .setAddress(address(standalone.getHost(), standalone.getPort())));
        } else {
            throw new IllegalStateException("The connection details of Redis name no server: " + details);
        }
    }

    private <T extends BaseMasterSlaveServersConfig<T>> void mastersOnly(T servers) {
        timed(servers.setReadMode(ReadMode.MASTER)
                .setSubscriptionMode(SubscriptionMode.MASTER)
                .setMasterConnectionMinimumIdleSize(CONNECTIONS)
                .setSlaveConnectionMinimumIdleSize(1));
    }

    private <T extends BaseConfig<T>> void timed(T servers) {
        Duration connectTimeout = properties.getConnectTimeout();
        long pingInterval = Math.max(PING_INTERVAL.toMillis(), Math.min(timeout.toMillis(), Integer.MAX_VALUE));
        servers.setConnectTimeout((int) (connectTimeout != null ? connectTimeout : CONNECT_TIMEOUT).toMillis())
                .setPingConnectionInterval((int) pingInterval)
                .setReconnectionDelay(RECONNECTION_DELAY)
                .setClientName(textOrNull(properties.getClientName()));
        if (properties.getTimeout() != null) {
            servers.setTimeout((int) properties.getTimeout().toMillis());
        }
    }

    private String[] addresses(List<Node> nodes) {
        return nodes.stream().map(node -> address(node.host(), node.port())).toArray(String[]::new);
    }

    private String address(String host, int port) {
        return (encrypted() ? "rediss://" : "redis://") + host + ':' + (port < 0 ? DEFAULT_PORT : port);
    }

    /** The details carry no bundle for a {@code rediss} URL, so without a look at the URL it would be plain text. */
    private boolean encrypted() {
        Standalone standalone = details.getStandalone();
        String url = properties.getUrl();
        if (details.getSslBundle() != null || url == null || standalone == null || !url.startsWith("rediss:")) {
            return details.getSslBundle() != null;
        }
        URI uri = URI.create(url);
        return standalone.getHost().equals(uri.getHost()) && standalone.getPort() == uri.getPort();
    }

    private static @Nullable String textOrNull(@Nullable String text) {
        return StringUtils.hasLength(text) ? text : null;
    }
}
