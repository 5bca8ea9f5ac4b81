package io.github.ratelimited.autoconfigure;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * A URL of one server, {@code redis://user:password@host:port/database}.
 *
 * @param encrypted whether the scheme is {@code rediss}
 * @param server host and port
 * @param username user, {@code null} for the default user
 * @param password password, {@code null} for none
 * @param database number of the database
 */
public record RedisUrl(
        boolean encrypted,
        String server,
        @Nullable String username,
        @Nullable String password,
        int database) {

    private static final int DEFAULT_PORT = 6379;
    private static final int LARGEST_PORT = 65_535;

    /**
     * Reads a URL as Spring Boot does, and refuses what comes after the database. What is thrown does not repeat the URL,
     * because it may hold a password.
     *
     * @param property property that holds the URL, for messages
     * @throws IllegalArgumentException when it is not the URL of a Redis server, or its port or database is out of range
     */
    public static RedisUrl of(String property, String url) {
        URI uri = uri(property, url);
        String user = uri.getUserInfo();
        int colon = user == null ? -1 : user.indexOf(':');
        return new RedisUrl(
                "rediss".equals(uri.getScheme()),
                server(uri.getHost(), port(property, uri.getPort())),
                colon < 0 ? null : text(user.substring(0, colon)),
                user == null ? null : text(user.substring(colon + 1)),
                database(property, uri.getPath()));
    }

    private static URI uri(String property, String url) {
        try {
            URI uri = new URI(url);
            boolean ofRedis = "redis".equals(uri.getScheme()) || "rediss".equals(uri.getScheme());
            if (ofRedis && uri.getHost() != null && uri.getRawQuery() == null && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException ex) {
            // Without the cause, whose message repeats the URL.
        }
        throw invalid(property);
    }

    private static int port(String property, int port) {
        if (port >= 0 && !isPort(port)) {
            throw new IllegalArgumentException(
                    property + " must have a port from 1 to " + LARGEST_PORT + ", but it is " + port);
        }
        return port;
    }

    /** {@return whether a server can have this port} */
    public static boolean isPort(int port) {
        return port >= 1 && port <= LARGEST_PORT;
    }

    private static int database(String property, @Nullable String path) {
        if (path == null || path.length() <= 1) {
            return 0;
        }
        int database;
        try {
            database = Integer.parseInt(path.substring(1));
        } catch (NumberFormatException ex) {
            throw invalid(property);
        }
        if (database < 0) {
            throw new IllegalArgumentException(property + " must have a database of at least 0, but it is " + database);
        }
        return database;
    }

    private static IllegalArgumentException invalid(String property) {
        return new IllegalArgumentException(
                property + " must look like redis://user:password@host:port/database or begin with rediss:// for TLS;"
                        + " a host has no _, and in a password #, /, ? and @ are written as %23, %2F, %3F and %40");
    }

    /** {@return an address, with brackets around a host of IPv6 and the default port of Redis for a port below 0} */
    public static String server(String host, int port) {
        boolean bare = host.indexOf(':') >= 0 && !host.startsWith("[");
        return (bare ? "[" + host + "]" : host) + ':' + (port < 0 ? DEFAULT_PORT : port);
    }

    /** {@return the text, or {@code null} when it is empty} */
    public static @Nullable String text(@Nullable String text) {
        return StringUtils.hasLength(text) ? text : null;
    }
}
