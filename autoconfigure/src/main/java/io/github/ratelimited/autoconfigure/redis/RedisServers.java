package io.github.ratelimited.autoconfigure.redis;

import io.github.ratelimited.autoconfigure.RedisUrl;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** The servers that are asked, each as {@code host:port}. */
sealed interface RedisServers {

    /** A host, which may contain colons, and a port. */
    Pattern SERVER = Pattern.compile("\\S+:(\\d{1,5})");

    record Single(String server, int database) implements RedisServers {

        public Single {
            check("The server", List.of(server), database);
        }
    }

    /** The master that sentinels name, with a user and a password of the sentinels, {@code null} for none. */
    record Sentinels(
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

    /** A cluster, by some of its nodes. */
    record Cluster(List<String> nodes) implements RedisServers {

        public Cluster {
            check("cluster.nodes", nodes, 0);
        }
    }

    /** A master with replicas. */
    record Replicated(List<String> nodes) implements RedisServers {

        public Replicated {
            check("masterreplica.nodes", nodes, 0);
        }
    }

    private static void check(String what, List<String> servers, int database) {
        if (servers.isEmpty()) {
            throw new IllegalArgumentException(what + " must have a server such as redis.example:6379");
        }
        for (String server : servers) {
            Matcher parts = SERVER.matcher(server);
            if (!parts.matches() || !RedisUrl.isPort(Integer.parseInt(parts.group(1)))) {
                throw new IllegalArgumentException(
                        what + " must have host and port, such as redis.example:6379, but is '" + server + "'");
            }
        }
        if (database < 0) {
            throw new IllegalArgumentException("The number of the database must be at least 0, but is " + database);
        }
    }
}
