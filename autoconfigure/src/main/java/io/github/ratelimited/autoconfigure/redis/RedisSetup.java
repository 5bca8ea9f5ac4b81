package io.github.ratelimited.autoconfigure.redis;

import java.time.Duration;
import java.util.List;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.DelayStrategy;
import org.redisson.config.EqualJitterDelay;
import org.redisson.config.ReadMode;
import org.redisson.config.SubscriptionMode;
import org.springframework.boot.ssl.SslBundle;

/** Redisson's configuration for a Redis, with the longest wait for a decision. */
record RedisSetup(RedisTarget target, Duration timeout) {

    /** Short enough that a host which swallows packets costs little of the time until the next attempt. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    /** To each master from the start; more are opened when these are busy. Redisson would open 24, to replicas too. */
    private static final int CONNECTIONS = 4;

    /** Nothing here subscribes to messages. Redisson would open one to each master. */
    private static final int SUBSCRIPTIONS = 0;

    /** Redisson would make so many on any machine, which costs an eighth of the processor time until it has connected. */
    private static final int MOST_EVENT_LOOPS = 32;

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

    /** {@return a new configuration that reads and writes masters only; the client connects when it is first used} */
    Config config() {
        Config config = new Config()
                .setLazyInitialization(true)
                .setNettyThreads(eventLoops())
                .setCodec(StringCodec.INSTANCE)
                .setUsername(target.username())
                .setPassword(target.password());
        // Scripts carry bytes. For references Redisson would load all kinds of its objects when it starts.
        config.setReferenceEnabled(false);
        SslBundle bundle = target.bundle();
        if (bundle != null) {
            config.setSslTrustManagerFactory(bundle.getManagers().getTrustManagerFactory())
                    .setSslKeyManagerFactory(bundle.getManagers().getKeyManagerFactory())
                    .setSslCiphers(bundle.getOptions().getCiphers())
                    .setSslProtocols(bundle.getOptions().getEnabledProtocols());
        }
        addServers(config);
        return config;
    }

    private static int eventLoops() {
        return Math.min(MOST_EVENT_LOOPS, 2 * Runtime.getRuntime().availableProcessors());
    }

    private void addServers(Config config) {
        if (target.servers() instanceof RedisServers.Sentinels some) {
            // Redisson would connect only if two answer, so that one is left to tell of a new master. But the one that
            // answers also tells of those that come back.
            mastersOnly(config.useSentinelServers()
                    .setCheckSentinelsList(false)
                    .setMasterName(some.master())
                    .setSentinelUsername(some.username())
                    .setSentinelPassword(some.password())
                    .setDatabase(some.database())
                    .addSentinelAddress(addresses(some.sentinels())));
        } else if (target.servers() instanceof RedisServers.Cluster cluster) {
            mastersOnly(config.useClusterServers()
                    .setScanInterval((int) SCAN_INTERVAL.toMillis())
                    .addNodeAddress(addresses(cluster.nodes())));
        } else if (target.servers() instanceof RedisServers.Replicated some) {
            mastersOnly(config.useReplicatedServers().addNodeAddress(addresses(some.nodes())));
        } else if (target.servers() instanceof RedisServers.Single one) {
            // Redisson would try a server that is down for seconds, in which calls wait and nothing is logged.
            timed(config.useSingleServer()
                    .setRetryAttempts(0)
                    .setConnectionMinimumIdleSize(CONNECTIONS)
                    .setSubscriptionConnectionMinimumIdleSize(SUBSCRIPTIONS)
                    .setDatabase(one.database())
                    .setAddress(address(one.server())));
        }
    }

    private <T extends BaseMasterSlaveServersConfig<T>> void mastersOnly(T servers) {
        timed(servers.setReadMode(ReadMode.MASTER)
                .setSubscriptionMode(SubscriptionMode.MASTER)
                .setMasterConnectionMinimumIdleSize(CONNECTIONS)
                .setSubscriptionConnectionMinimumIdleSize(SUBSCRIPTIONS)
                .setSlaveConnectionMinimumIdleSize(1));
    }

    private <T extends BaseConfig<T>> void timed(T servers) {
        RedisTarget.Client client = target.client();
        Duration connectTimeout = client.connectTimeout() != null ? client.connectTimeout() : CONNECT_TIMEOUT;
        servers.setConnectTimeout(millis(connectTimeout))
                .setPingConnectionInterval(Math.max(millis(PING_INTERVAL), millis(timeout)))
                .setReconnectionDelay(RECONNECTION_DELAY)
                .setClientName(client.name());
        if (client.timeout() != null) {
            servers.setTimeout(millis(client.timeout()));
        }
    }

    /** {@return the nearest length that Redisson can have, for which 0 is no time at all} */
    private static int millis(Duration duration) {
        return (int) Math.max(1, Math.min(duration.toMillis(), Integer.MAX_VALUE));
    }

    private String[] addresses(List<String> servers) {
        return servers.stream().map(this::address).toArray(String[]::new);
    }

    private String address(String server) {
        return (target.encrypted() ? "rediss://" : "redis://") + server;
    }
}
