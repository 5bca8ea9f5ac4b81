package io.github.ratelimited.redis.connection;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.redisson.config.Config;

/** Where a client connects to, for messages: without user names and passwords. */
final class ServerAddresses {

    private ServerAddresses() {}

    /** {@return such as {@code  at redis://localhost:6379}, or nothing where the configuration has no address} */
    static String at(Config config) {
        String addresses = of(config).stream()
                .map(address -> address.replaceFirst("//[^/]*@", "//"))
                .collect(Collectors.joining(", "));
        return addresses.isEmpty() ? "" : " at " + addresses;
    }

    private static Collection<String> of(Config config) {
        if (config.isSingleConfig()) {
            return List.of(config.useSingleServer().getAddress());
        }
        if (config.isSentinelConfig()) {
            return config.useSentinelServers().getSentinelAddresses();
        }
        if (config.isClusterConfig()) {
            return config.useClusterServers().getNodeAddresses();
        }
        try {
            return new Config(config).useReplicatedServers().getNodeAddresses();
        } catch (IllegalStateException otherKind) {
            return List.of();
        }
    }
}
