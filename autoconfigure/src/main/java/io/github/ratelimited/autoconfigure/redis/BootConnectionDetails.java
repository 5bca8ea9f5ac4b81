package io.github.ratelimited.autoconfigure.redis;

import io.github.ratelimited.autoconfigure.RedisUrl;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Cluster;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.MasterReplica;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * The Redis of Spring Boot's connection details, which Docker Compose, Testcontainers and the application can replace, and
 * of settings that these do not contain.
 */
record BootConnectionDetails(DataRedisConnectionDetails details, RedisSettings settings) {

    /** {@return the Redis of the details that the application has, or else of the settings} */
    static RedisTarget target(BeanFactory beans, RedisSettings settings, Supplier<SslBundles> bundles) {
        DataRedisConnectionDetails details =
                beans.getBeanProvider(DataRedisConnectionDetails.class).getIfAvailable();
        return details == null ? settings.target(bundles) : new BootConnectionDetails(details, settings).target();
    }

    RedisTarget target() {
        SslBundle bundle = details.getSslBundle();
        RedisServers servers = servers();
        return new RedisTarget(
                servers,
                RedisUrl.text(details.getUsername()),
                RedisUrl.text(details.getPassword()),
                bundle != null || isEncryptedByUrl(servers),
                bundle,
                settings.client());
    }

    private RedisServers servers() {
        Sentinel sentinel = details.getSentinel();
        if (sentinel != null) {
            return new RedisServers.Sentinels(
                    sentinel.getMaster(),
                    addresses(sentinel.getNodes()),
                    RedisUrl.text(sentinel.getUsername()),
                    RedisUrl.text(sentinel.getPassword()),
                    sentinel.getDatabase());
        }
        Cluster cluster = details.getCluster();
        if (cluster != null) {
            return new RedisServers.Cluster(addresses(cluster.getNodes()));
        }
        MasterReplica masterReplica = details.getMasterReplica();
        if (masterReplica != null) {
            return new RedisServers.Replicated(addresses(masterReplica.getNodes()));
        }
        Standalone standalone = details.getStandalone();
        if (standalone != null) {
            String server = RedisUrl.server(standalone.getHost(), standalone.getPort());
            return new RedisServers.Single(server, standalone.getDatabase());
        }
        throw new IllegalStateException("The connection details of Redis name no server: " + details);
    }

    private static List<String> addresses(List<Node> nodes) {
        return nodes.stream()
                .map(node -> RedisUrl.server(node.host(), node.port()))
                .toList();
    }

    /** Details carry no bundle for a {@code rediss} URL, so without reading the URL it would be plain text. */
    private boolean isEncryptedByUrl(RedisServers servers) {
        RedisUrl url = settings.parsedUrl();
        return url != null
                && url.encrypted()
                && servers instanceof RedisServers.Single single
                && single.server().equals(url.server());
    }
}
