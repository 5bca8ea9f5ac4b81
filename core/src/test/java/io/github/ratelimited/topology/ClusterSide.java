package io.github.ratelimited.topology;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisCluster;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TcpProxy;
import io.github.ratelimited.redis.RedisRateLimiters;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.misc.RedisURI;

/** A node of an application that reaches each server of a cluster on a way of its own, which can break. */
final class ClusterSide implements AutoCloseable {

    private final Map<Integer, TcpProxy> ways;
    private final RedissonClient client;
    final RateLimiters limiters;

    ClusterSide(RedisCluster cluster) {
        this.ways = cluster.nodes().stream()
                .collect(Collectors.toMap(RedisServer::port, node -> TcpProxy.to(node.redis())));
        Config config = new Config();
        config.useClusterServers()
                .addNodeAddress(cluster.urls().toArray(String[]::new))
                .setNatMapper(this::way)
                .setScanInterval(1000)
                .setMasterConnectionMinimumIdleSize(2)
                .setMasterConnectionPoolSize(16)
                .setSlaveConnectionMinimumIdleSize(1);
        this.client = Redisson.create(config.setThreads(4).setNettyThreads(4));
        this.limiters = RedisRateLimiters.builder(client)
                .onFailure(FailurePolicy.CLOSED)
                .build();
    }

    private RedisURI way(RedisURI server) {
        TcpProxy way = Objects.requireNonNull(ways.get(server.getPort()));
        return new RedisURI(server.getScheme(), way.redis().host(), way.redis().port());
    }

    /** Breaks the ways to servers for good. */
    void lose(Predicate<RedisServer> lost, RedisCluster cluster) {
        cluster.nodes().stream()
                .filter(lost)
                .map(RedisServer::port)
                .map(ways::get)
                .forEach(TcpProxy::close);
    }

    @Override
    public void close() {
        limiters.close();
        client.shutdown();
        ways.values().forEach(TcpProxy::close);
    }
}
