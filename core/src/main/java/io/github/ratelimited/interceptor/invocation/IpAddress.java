package io.github.ratelimited.interceptor.invocation;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads IP addresses from text. The JDK would ask DNS about text that is none. */
final class IpAddress {

    private static final String PART = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(PART + "(\\." + PART + "){3}");
    private static final int LONGEST = 64;

    /** Where NAT64 shows addresses of IPv4, {@code 64:ff9b::/96} of RFC 6052: as a network it would be one key for all. */
    private static final byte[] TRANSLATED = {0, 0x64, -1, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};

    private IpAddress() {}

    /** 4 or 16 bytes, 4 also for IPv4 within IPv6; {@code null} for what is no address. Leaves brackets and zones out. */
    static byte @Nullable [] parse(String text) {
        if (text.length() > LONGEST) {
            return null;
        }
        String literal = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        if (literal.indexOf(':') < 0) {
            return IPV4.matcher(literal).matches() ? resolve(literal) : null;
        }
        int zone = literal.indexOf('%');
        return resolve("[" + (zone < 0 ? literal : literal.substring(0, zone)) + "]");
    }

    /** By the JDK, which reads numbers with dots and text in brackets as an address, and never as a name. */
    private static byte @Nullable [] resolve(String literal) {
        try {
            byte[] bytes = InetAddress.getByName(literal).getAddress();
            return Arrays.equals(bytes, 0, Math.min(bytes.length, 12), TRANSLATED, 0, 12)
                    ? Arrays.copyOfRange(bytes, 12, 16)
                    : bytes;
        } catch (UnknownHostException ex) {
            return null;
        }
    }
}
