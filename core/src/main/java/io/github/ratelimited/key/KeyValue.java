package io.github.ratelimited.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.time.Instant;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * The text of a value that has no parts. It depends on the value alone, where {@code toString()} of many types also
 * contains a port, the time zone of the JVM, whether an address was resolved, or the object's identity.
 */
final class KeyValue {

    /** A number with more digits on one side of its point is written with an exponent. */
    private static final int MOST_DIGITS = 40;

    /** Whether a type says what its values are: one that has no {@code equals} has no values, only identities. */
    private static final ClassValue<Boolean> IS_VALUE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("toString").getDeclaringClass() != Object.class
                        && type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
            } catch (NoSuchMethodException ex) {
                throw new IllegalStateException(ex);
            }
        }
    };

    private KeyValue() {}

    /** Whether objects of a class with a constructor can have a text. */
    static boolean isPossible(Class<?> type) {
        boolean known = CharSequence.class.isAssignableFrom(type)
                || Principal.class.isAssignableFrom(type)
                || type == Class.class;
        boolean hasParts = List.class.isAssignableFrom(type) || Set.class.isAssignableFrom(type);
        return known || hasParts || !Collection.class.isAssignableFrom(type) && IS_VALUE.get(type);
    }

    static String text(Object value) {
        String text = known(value);
        if (text == null) {
            throw new IllegalArgumentException("A key needs a text of its own, but toString() of "
                    + value.getClass().getName() + " returns null");
        }
        return text;
    }

    private static @Nullable String known(Object value) {
        if (value instanceof CharSequence) {
            return value.toString();
        }
        if (value instanceof Principal caller) {
            return name(caller);
        }
        if (value instanceof Number number) {
            return number(number);
        }
        if (value instanceof InetSocketAddress address) {
            return address.getAddress() != null ? address.getAddress().getHostAddress() : address.getHostString();
        }
        if (value instanceof InetAddress address) {
            return address.getHostAddress();
        }
        if (value instanceof Date date) {
            return instant(date).toString();
        }
        if (value instanceof Calendar calendar) {
            return calendar.toInstant().toString();
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof Class<?> type) {
            return type.getName();
        }
        if (value instanceof TimeZone zone) {
            return zone.getID();
        }
        requireValue(value);
        return value.toString();
    }

    private static String name(Principal caller) {
        String name = caller.getName();
        if (name == null) {
            throw new IllegalArgumentException("A key needs a text of its own, but a caller of "
                    + caller.getClass().getName() + " has no name");
        }
        return name;
    }

    /** Those of SQL that are only a day or a time of the day do not give their instant. */
    private static Instant instant(Date date) {
        try {
            return date.toInstant();
        } catch (UnsupportedOperationException ex) {
            return Instant.ofEpochMilli(date.getTime());
        }
    }

    /** By value, so that no client has several keys: 1, 1.0 and 1.00 are the same, as are 0.0 and -0.0. */
    private static String number(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal(decimal);
        }
        if (number instanceof BigInteger integer) {
            return decimal(new BigDecimal(integer));
        }
        if (number instanceof Double || number instanceof Float) {
            return Double.isFinite(number.doubleValue())
                    ? decimal(new BigDecimal(number.toString()))
                    : number.toString();
        }
        requireValue(number);
        return number.toString();
    }

    private static String decimal(BigDecimal decimal) {
        BigDecimal shortest = decimal.stripTrailingZeros();
        boolean isLong = Math.max(shortest.precision() - (long) shortest.scale(), shortest.scale()) > MOST_DIGITS;
        return isLong ? shortest.toString() : shortest.toPlainString();
    }

    private static void requireValue(Object value) {
        if (value instanceof Collection || !IS_VALUE.get(value.getClass())) {
            throw new IllegalArgumentException("A key needs a text of its own, but "
                    + value.getClass().getName() + " has none; use "
                    + (value instanceof Collection
                            ? "a list or a set"
                            : "a part of it, or override toString() and equals()"));
        }
    }
}
