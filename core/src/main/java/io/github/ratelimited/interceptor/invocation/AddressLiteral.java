package io.github.ratelimited.interceptor.invocation;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads IP addresses from text. The JDK would ask DNS about text that is none. */
final class AddressLiteral {

    private static final Pattern PART = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final int LONGEST = 64;

    /** Where NAT64 shows addresses of IPv4, {@code 64:ff9b::/96} of RFC 6052: as a network it would be one key for all. */
    private static final byte[] TRANSLATED = {0, 0x64, -1, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};

    private AddressLiteral() {}

    /** 4 or 16 bytes, 4 also for IPv4 within IPv6; {@code null} for what is no address. Leaves brackets and zones out. */
    static byte @Nullable [] parse(String text) {
        if (text.length() > LONGEST) {
            return null;
        }
        String literal = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        int zone = literal.indexOf('%');
        return literal.indexOf(':') < 0 ? ipv4(literal) : ipv6(zone < 0 ? literal : literal.substring(0, zone));
    }

    private static byte @Nullable [] ipv4(String literal) {
        String[] parts = literal.split("\\.", -1);
        byte[] bytes = new byte[4];
        if (parts.length != 4) {
            return null;
        }
        for (int i = 0; i < 4; i++) {
            if (!PART.matcher(parts[i]).matches() || Integer.parseInt(parts[i]) > 255) {
                return null;
            }
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return bytes;
    }

    /** By the JDK, which reads text in brackets as an address, and never as a name. */
    private static byte @Nullable [] ipv6(String literal) {
        try {
            byte[] bytes = InetAddress.getByName("[" + literal + "]").getAddress();
            return Arrays.equals(bytes, 0, Math.min(bytes.length, 12), TRANSLATED, 0, 12)
                    ? Arrays.copyOfRange(bytes, 12, 16)
                    : bytes;
        } catch (UnknownHostException ex) {
            return null;
        }
    }
}
