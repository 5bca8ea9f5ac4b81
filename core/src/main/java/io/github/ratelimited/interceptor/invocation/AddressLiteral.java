package io.github.ratelimited.interceptor.invocation;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads IP addresses from text. The JDK would ask DNS about text that is none. */
final class AddressLiteral {

    private static final Pattern PART = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final Pattern GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");
    private static final int LONGEST = 64;

    /** Where a socket of IPv6 shows addresses of IPv4: {@code ::ffff:0:0/96}. */
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

    /** Where NAT64 shows them, {@code 64:ff9b::/96} of RFC 6052: as a network it would be one key for all. */
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

    private static byte @Nullable [] ipv6(String literal) {
        int gap = literal.indexOf("::");
        byte[] head = groups(gap < 0 ? literal : literal.substring(0, gap), gap < 0);
        byte[] tail = gap < 0 ? new byte[0] : groups(literal.substring(gap + 2), true);
        if (head == null || tail == null) {
            return null;
        }
        int length = head.length + tail.length;
        if (gap < 0 ? length != 16 : length > 14) {
            return null;
        }
        byte[] bytes = Arrays.copyOf(head, 16);
        System.arraycopy(tail, 0, bytes, 16 - tail.length, tail.length);
        return isOfIpv4(bytes) ? Arrays.copyOfRange(bytes, 12, 16) : bytes;
    }

    private static byte @Nullable [] groups(String text, boolean last) {
        if (text.isEmpty()) {
            return new byte[0];
        }
        String[] groups = text.split(":", -1);
        byte[] bytes = new byte[0];
        for (int i = 0; i < groups.length; i++) {
            byte[] next =
                    last && i == groups.length - 1 && groups[i].indexOf('.') >= 0 ? ipv4(groups[i]) : group(groups[i]);
            if (next == null || bytes.length > 14) {
                return null;
            }
            int before = bytes.length;
            bytes = Arrays.copyOf(bytes, before + next.length);
            System.arraycopy(next, 0, bytes, before, next.length);
        }
        return bytes;
    }

    private static byte @Nullable [] group(String text) {
        if (!GROUP.matcher(text).matches()) {
            return null;
        }
        int value = Integer.parseInt(text, 16);
        return new byte[] {(byte) (value >> 8), (byte) value};
    }

    private static boolean isOfIpv4(byte[] bytes) {
        return startsWith(bytes, MAPPED) || startsWith(bytes, TRANSLATED);
    }

    private static boolean startsWith(byte[] bytes, byte[] prefix) {
        return Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }
}
