package io.github.ratelimited.autoconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The servers that are asked, each as {@code host:port}. */
public sealed interface RedisServers {

    /**
     * One server.
     *
     * @param server its address
     * @param database number of its database
     */
    public record Single(String server, int database) implements RedisServers {}

    /**
     * The master that sentinels name.
     *
     * @param master name of the master
     * @param sentinels their addresses
     * @param username user of the sentinels, {@code null} for none
     * @param password password of the sentinels, {@code null} for none
     * @param database number of the master's database
     */
    public record Sentinels(
            String master,
            List<String> sentinels,
            @Nullable String username,
            @Nullable String password,
            int database) implements RedisServers {}

    /**
     * A Redis Cluster.
     *
     * @param nodes addresses of some of its nodes
     */
    public record Cluster(List<String> nodes) implements RedisServers {}

    /**
     * A master with replicas.
     *
     * @param nodes their addresses
     */
    public record Replicated(List<String> nodes) implements RedisServers {}
}
