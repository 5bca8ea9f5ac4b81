package io.github.ratelimited.interceptor.invocation;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses of clients as keys. Takes the address from the server, and never reads forwarded headers itself. Safe for
 * use by many threads.
 */
public final class ClientAddresses {

    /** What is no address: one key for all, so that no client gets a new one by sending something new. */
    public static final String UNKNOWN = "unknown";

    private static final Logger log = LoggerFactory.getLogger(ClientAddresses.class);

    /** What becomes of forwarded headers before we see a request. */
    public enum Forwarded {

        /** Nothing: the address is that of the last hop. */
        IGNORED,

        /** They are trusted from any sender. */
        BELIEVED,

        /** The server decides whom it believes. */
        HANDLED
    }

    private final int ipv6Prefix;
    private final Forwarded forwarded;
    private final AtomicBoolean watching;

    /**
     * Makes the addresses.
     *
     * @param ipv6Prefix bits of an IPv6 address that distinguish clients, 1 to 128
     * @param forwarded what becomes of forwarded headers before we see a request
     */
    public ClientAddresses(int ipv6Prefix, Forwarded forwarded) {
        this.ipv6Prefix = ipv6Prefix;
        this.forwarded = forwarded;
        this.watching = new AtomicBoolean(forwarded != Forwarded.HANDLED);
    }

    /**
     * The address of a client, as a key.
     *
     * @param remote what the server says, such as {@code 192.0.2.1} or {@code [2001:db8::1]}
     * @return an IPv4 address, or an IPv6 network such as {@code 2001:db8:0:0:0:0:0:0/64}, or {@link #UNKNOWN}
     */
    public String of(@Nullable String remote) {
        byte[] bytes = remote == null ? null : IpAddress.parse(remote);
        if (bytes == null) {
            return UNKNOWN;
        }
        InetAddress address = address(masked(bytes));
        boolean whole = ipv6Prefix == 128 || !(address instanceof Inet6Address);
        return whole ? address.getHostAddress() : address.getHostAddress() + "/" + ipv6Prefix;
    }

    /** Like {@link #of(String)}, for an address that may not have been resolved and never is. */
    public String of(@Nullable InetSocketAddress remote) {
        if (remote == null) {
            return UNKNOWN;
        }
        return of(
                remote.isUnresolved()
                        ? remote.getHostString()
                        : remote.getAddress().getHostAddress());
    }

    /** Warns once where forwarded headers make the address another one than it seems. */
    public void watch(UnaryOperator<@Nullable String> headers) {
        if (!watching.get()) {
            return;
        }
        if (forwarded == Forwarded.BELIEVED) {
            warn("server.forward-headers-strategy=framework believes forwarded headers of everybody, so any client"
                    + " that reaches the server without a proxy that replaces them can choose its #clientAddress");
        } else if (headers.apply("X-Forwarded-For") != null || headers.apply("Forwarded") != null) {
            warn("A request came with X-Forwarded-For or Forwarded, which the server ignores. If a proxy sent it, all"
                    + " clients of the proxy share one #clientAddress: set server.forward-headers-strategy");
        }
    }

    private void warn(String message) {
        if (watching.getAndSet(false)) {
            log.warn("{}. See docs/client-address.md", message);
        }
    }

    private byte[] masked(byte[] bytes) {
        if (bytes.length == 16) {
            for (int bit = ipv6Prefix; bit < 128; bit++) {
                bytes[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
            }
        }
        return bytes;
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
