package io.github.ratelimited.outbound;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPattern.PathMatchInfo;

/**
 * A pattern of URLs.
 *
 * @param scheme {@code http} or {@code https}, {@code null} for both
 * @param host a name in lower case, {@code *} for all, or {@code *.example.com} for all below
 * @param port port, -1 for any
 * @param path pattern of the path
 */
record UrlPattern(@Nullable String scheme, String host, int port, PathPattern path) {

    private static final Pattern PARTS = Pattern.compile("(?:(?<scheme>https?)://)?"
            + "(?<host>\\*|(?:\\*\\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\\[[0-9a-f:.]+])"
            + "(?::(?<port>[0-9]{1,5}))?(?<path>/.*)?");

    private static final int LARGEST_PORT = 65_535;

    /**
     * Reads text, in which only the path may have upper case.
     *
     * @param paths reads the pattern of a path, {@code null} when it is none
     * @return {@code null} when the text names no host or port, or has no such path
     */
    static @Nullable UrlPattern of(String text, Function<String, @Nullable PathPattern> paths) {
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        String path = parts.group("path");
        String port = parts.group("port");
        if (port != null && Integer.parseInt(port) > LARGEST_PORT) {
            return null;
        }
        PathPattern pattern = paths.apply(path == null ? "/**" : path);
        return pattern == null
                ? null
                : new UrlPattern(
                        parts.group("scheme"),
                        parts.group("host"),
                        port == null ? -1 : Integer.parseInt(port),
                        pattern);
    }

    /** {@return scheme and host in lower case, and the path as it is} */
    static String normalized(String text) {
        int host = text.indexOf("://") < 0 ? 0 : text.indexOf("://") + 3;
        int path = text.indexOf('/', host);
        int end = path < 0 ? text.length() : path;
        return text.substring(0, end).toLowerCase(Locale.ROOT) + text.substring(end);
    }

    /** {@return a request to a server that this pattern is for} */
    Target sample(String path) {
        String known = scheme == null ? "https" : scheme;
        return new Target(known, host.replace("*", "x"), port < 0 ? Target.port("", known) : port, path);
    }

    /** The variables of the path, or {@code null} when the URL is another. */
    @Nullable
    Map<String, String> match(Target target) {
        if (scheme != null && !scheme.equals(target.scheme())
                || port >= 0 && port != target.port()
                || !hostMatches(target.host())) {
            return null;
        }
        PathMatchInfo match = path.matchAndExtract(PathContainer.parsePath(target.path()));
        return match == null ? null : match.getUriVariables();
    }

    private boolean hostMatches(String other) {
        return host.startsWith("*") ? other.endsWith(host.substring(1)) : host.equals(other);
    }

    /**
     * Where a request goes.
     *
     * @param scheme scheme in lower case
     * @param host host in lower case, without a dot at its end
     * @param port port, that of the scheme where the URL has none
     * @param path path, which is parsed only where the rest matches
     */
    record Target(String scheme, String host, int port, String path) {

        /** {@code null} for what is no URL of a host. Java knows no host with an underscore, which others do. */
        static @Nullable Target of(URI uri) {
            String authority = uri.getRawAuthority();
            if (uri.getScheme() == null || authority == null) {
                return null;
            }
            String place = authority.substring(authority.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
            int colon = place.lastIndexOf(':');
            boolean hasPort = colon > place.lastIndexOf(']');
            String host = hasPort ? place.substring(0, colon) : place;
            String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            String path = uri.getRawPath();
            return new Target(
                    scheme,
                    host.endsWith(".") ? host.substring(0, host.length() - 1) : host,
                    hasPort ? port(place.substring(colon + 1), scheme) : port("", scheme),
                    path == null || path.isEmpty() ? "/" : path);
        }

        @Override
        public String toString() {
            return scheme + "://" + host + (port == port("", scheme) ? "" : ":" + port) + path;
        }

        private static int port(String text, String scheme) {
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException ex) {
                return scheme.equals("https") ? 443 : 80;
            }
        }
    }
}
