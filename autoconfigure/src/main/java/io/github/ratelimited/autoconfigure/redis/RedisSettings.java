package io.github.ratelimited.autoconfigure.redis;

import io.github.ratelimited.autoconfigure.RedisUrl;
import io.github.ratelimited.autoconfigure.redis.RedisTarget.Client;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;

/**
 * The part of Spring Boot's {@code spring.data.redis} that says where Redis is. It is read here, because the module that
 * declares these properties brings Spring Data, and Spring Data changes how an application finds its repositories.
 * Sentinels come before a cluster, and that before nodes with replicas and one server; a URL before what it contains.
 */
public record RedisSettings(
        @Nullable String url,
        @DefaultValue("localhost") String host,
        @DefaultValue("6379") int port,
        @Nullable String username,
        @Nullable String password,
        @DefaultValue("0") int database,
        @Nullable String clientName,
        @Nullable Duration timeout,
        @Nullable Duration connectTimeout,
        @DefaultValue Ssl ssl,
        @Nullable Sentinel sentinel,
        @Nullable Nodes cluster,
        @Nullable Nodes masterreplica) {

    /** Encryption, on where a bundle is named unless it is switched off. */
    record Ssl(@Nullable Boolean enabled, @Nullable String bundle) {

        private @Nullable SslBundle find(Supplier<SslBundles> bundles) {
            String name = RedisUrl.text(bundle);
            boolean on = enabled != null ? enabled : name != null;
            if (!on) {
                return null;
            }
            return name != null ? bundles.get().getBundle(name) : SslBundle.systemDefault();
        }
    }

    /** Sentinels, which may want a user and a password of their own. */
    public record Sentinel(
            String master,
            @DefaultValue List<String> nodes,
            @Nullable String username,
            @Nullable String password) {}

    /** Servers of a cluster, or a master and its replicas. */
    record Nodes(@DefaultValue List<String> nodes) {}

    static RedisSettings of(Environment environment) {
        return Binder.get(environment).bindOrCreate("spring.data.redis", Bindable.of(RedisSettings.class));
    }

    /** {@return the Redis that these settings name, that of this machine where nothing is set} */
    RedisTarget target(Supplier<SslBundles> bundles) {
        RedisUrl one = parsedUrl();
        RedisServers servers = servers(one);
        SslBundle bundle = ssl.find(bundles);
        return new RedisTarget(
                servers,
                one != null ? one.username() : RedisUrl.text(username),
                one != null ? one.password() : RedisUrl.text(password),
                bundle != null || (one != null && one.encrypted()),
                bundle,
                client());
    }

    private RedisServers servers(@Nullable RedisUrl one) {
        if (sentinel != null) {
            return new RedisServers.Sentinels(
                    sentinel.master,
                    sentinel.nodes,
                    RedisUrl.text(sentinel.username),
                    RedisUrl.text(sentinel.password),
                    one != null ? one.database() : database);
        }
        if (cluster != null) {
            return new RedisServers.Cluster(cluster.nodes);
        }
        if (masterreplica != null) {
            return new RedisServers.Replicated(masterreplica.nodes);
        }
        return one != null ? RedisTarget.servers(one) : new RedisServers.Single(RedisUrl.server(host, port), database);
    }

    /** Spring Boot takes no notice of a query and a fragment. */
    @Nullable
    RedisUrl parsedUrl() {
        return url == null ? null : RedisUrl.of("spring.data.redis.url", url.replaceFirst("[?#].*", ""));
    }

    Client client() {
        return new Client(timeout, connectTimeout, RedisUrl.text(clientName));
    }
}
