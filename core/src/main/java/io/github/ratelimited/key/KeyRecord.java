package io.github.ratelimited.key;

import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.StringJoiner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The text of a record. What its own {@code toString()} makes of parts depends on the time zone for a date, on the port for
 * an address, and on the identity for an array.
 */
final class KeyRecord {

    /** In a native image the parts of a record are unknown. */
    private static final boolean KNOWS_PARTS = System.getProperty("org.graalvm.nativeimage.imagecode") == null;

    private static final String SEPARATORS = ",[]";

    private static final Field[] NONE = {};

    /** Fields, because an accessor may hand out a copy. */
    private static final ClassValue<Field[]> PARTS = new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            return KNOWS_PARTS ? parts(type) : NONE;
        }
    };

    private KeyRecord() {}

    private static Field[] parts(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Field[] parts = new Field[components.length];
        for (int i = 0; i < parts.length; i++) {
            try {
                parts[i] = type.getDeclaredField(components[i].getName());
            } catch (NoSuchFieldException ex) {
                throw new IllegalStateException(ex);
            }
            if (!parts[i].trySetAccessible()) {
                return NONE;
            }
        }
        return parts;
    }

    /** Whether it counts by its parts: one that overrides {@code toString()}, or whose module hides them, does not. */
    static boolean hasParts(Record key) {
        return key.toString().equals(text(key, String::valueOf));
    }

    /**
     * Writes a record in the form of its {@code toString()}.
     *
     * @param write writes a part
     */
    static String text(Record key, Function<@Nullable Object, String> write) {
        StringJoiner text = new StringJoiner(", ", key.getClass().getSimpleName() + "[", "]");
        for (Field part : PARTS.get(key.getClass())) {
            text.add(part.getName() + "=" + write.apply(value(part, key)));
        }
        return text.toString();
    }

    /** As in every key, and what separates parts, so that no part can look like two. */
    static String escape(String part) {
        return KeyEncoding.escape(part, SEPARATORS);
    }

    private static @Nullable Object value(Field part, Record key) {
        try {
            return part.get(key);
        } catch (IllegalAccessException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
