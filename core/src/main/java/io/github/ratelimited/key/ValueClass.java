package io.github.ratelimited.key;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Value classes of Kotlin. Its compiler hands over only their value where it can, so the value is what counts. */
final class ValueClass {

    /** The method that takes the value out, which no Java class can have. */
    private static final ClassValue<Optional<Method>> UNBOX = new ClassValue<>() {
        @Override
        protected Optional<Method> computeValue(Class<?> type) {
            try {
                return Optional.of(type.getDeclaredMethod("unbox-impl")).filter(Method::trySetAccessible);
            } catch (NoSuchMethodException ex) {
                return Optional.empty();
            }
        }
    };

    private ValueClass() {}

    static boolean is(Object key) {
        return UNBOX.get(key.getClass()).isPresent();
    }

    /** What a value class contains. */
    static @Nullable Object value(Object key) {
        try {
            return UNBOX.get(key.getClass()).orElseThrow().invoke(key);
        } catch (IllegalAccessException | InvocationTargetException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
