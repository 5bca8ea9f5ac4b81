package io.github.ratelimited.key;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A part of a record, or of a data class of Kotlin.
 *
 * @param field holds it
 * @param isShownAsItIs whether a text shows it as its field does; Kotlin shows what is in an array, and the name of a value class
 */
record KeyPart(Field field, boolean isShownAsItIs) {

    /** In a native image the parts of a class are unknown. */
    private static final boolean KNOWS_PARTS = System.getProperty("org.graalvm.nativeimage.imagecode") == null;

    /** Only a data class has such methods. Kotlin's compiler adds something for value classes and internal parts. */
    private static final Pattern COMPONENT = Pattern.compile("component[0-9]+([-$].*)?");

    /** The parts in their order, none for what counts by its text. */
    static List<KeyPart> of(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                fields.add(field(type, component.getName()));
            }
        } else if (isKotlin(type) && !CharSequence.class.isAssignableFrom(type)) {
            long parts = Arrays.stream(type.getDeclaredMethods())
                    .filter(KeyPart::isComponent)
                    .count();
            Arrays.stream(type.getDeclaredFields())
                    .filter(field -> !Modifier.isStatic(field.getModifiers()))
                    .limit(parts)
                    .forEach(fields::add);
        }
        boolean isHidden =
                Principal.class.isAssignableFrom(type) || !fields.stream().allMatch(Field::trySetAccessible);
        return KNOWS_PARTS && !isHidden
                ? IntStream.range(0, fields.size())
                        .mapToObj(i -> new KeyPart(fields.get(i), isShownAsItIs(fields.get(i), i)))
                        .toList()
                : List.of();
    }

    private static Field field(Class<?> type, String name) {
        try {
            return type.getDeclaredField(name);
        } catch (NoSuchFieldException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static boolean isKotlin(Class<?> type) {
        return Arrays.stream(type.getDeclaredAnnotations())
                .anyMatch(annotation -> annotation.annotationType().getName().equals("kotlin.Metadata"));
    }

    private static boolean isComponent(Method method) {
        return method.getParameterCount() == 0
                && !Modifier.isStatic(method.getModifiers())
                && COMPONENT.matcher(method.getName()).matches();
    }

    private static boolean isShownAsItIs(Field field, int part) {
        Class<?> type = field.getDeclaringClass();
        return type.isRecord()
                || !field.getType().isArray()
                        && Arrays.stream(type.getDeclaredMethods())
                                .noneMatch(method -> method.getName().startsWith("component" + (part + 1) + "-"));
    }

    String name() {
        return field.getName();
    }

    @Nullable
    Object in(Object key) {
        try {
            return field.get(key);
        } catch (IllegalAccessException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
