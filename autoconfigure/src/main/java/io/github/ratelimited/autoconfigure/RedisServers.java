package io.github.ratelimited.autoconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** The servers that are asked, each as {@code host:port}. */
public sealed interface RedisServers {

    int LARGEST_PORT = 65_535;

    /**
     * One server.
     *
     * @param server its address
     * @param database number of its database
     */
    public record Single(String server, int database) implements RedisServers {

        public Single {
            check("The server", List.of(server), database);
        }
    }

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
            int database) implements RedisServers {

        public Sentinels {
            if (!StringUtils.hasText(master)) {
                throw new IllegalArgumentException(
                        "Sentinels need the name of their master: sentinel.master is missing");
            }
            check("sentinel.nodes", sentinels, database);
        }
    }

    /**
     * A Redis Cluster.
     *
     * @param nodes addresses of some of its nodes
     */
    public record Cluster(List<String> nodes) implements RedisServers {

        public Cluster {
            check("cluster.nodes", nodes, 0);
        }
    }

    /**
     * A master with replicas.
     *
     * @param nodes their addresses
     */
    public record Replicated(List<String> nodes) implements RedisServers {

        public Replicated {
            check("masterreplica.nodes", nodes, 0);
        }
    }

    private static void check(String what, List<String> servers, int database) {
        if (servers.isEmpty()) {
            throw new IllegalArgumentException(what + " must have a server such as redis.example:6379");
        }
        for (String server : servers) {
            String port = server.substring(server.lastIndexOf(':') + 1);
            if (server.indexOf(':') < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > LARGEST_PORT) {
                throw new IllegalArgumentException(
                        what + " must have host and port, such as redis.example:6379, but is '" + server + "'");
            }
        }
        if (database < 0) {
            throw new IllegalArgumentException("The number of the database must be at least 0, but is " + database);
        }
    }
}
