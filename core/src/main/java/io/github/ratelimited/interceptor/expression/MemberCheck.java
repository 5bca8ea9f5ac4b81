package io.github.ratelimited.interceptor.expression;

import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.util.ClassUtils;

/**
 * Finds properties and methods that an argument cannot have, because its class is final and does not have them. Those of
 * other classes may be in a subclass.
 */
final class MemberCheck {

    private MemberCheck() {}

    /**
     * Fails if no value of the type has the member.
     *
     * @param variable name of the variable, for the message
     * @param type type of its values, {@code null} where it is not known
     */
    static void require(String variable, @Nullable Class<?> type, SpelNode member) {
        // An array has a length, and an Optional may be read as its value.
        if (type == null || type.isArray() || type == Optional.class || !Modifier.isFinal(type.getModifiers())) {
            return;
        }
        Class<?> boxed = ClassUtils.resolvePrimitiveIfNecessary(type);
        if (member instanceof PropertyOrFieldReference property && !hasProperty(boxed, property.getName())) {
            throw new IllegalArgumentException("reads '" + property.getName() + "' of #" + variable + ", which "
                    + boxed.getTypeName() + " does not have");
        }
        if (member instanceof MethodReference method && !hasMethod(boxed, method.getName()::equals)) {
            throw new IllegalArgumentException("calls '" + method.getName() + "' of #" + variable + ", which "
                    + boxed.getTypeName() + " does not have");
        }
    }

    /** SpEL changes the case of first letters, so that none counts here. */
    private static boolean hasProperty(Class<?> type, String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        Set<String> names = Set.of(lower, "get" + lower, "is" + lower);
        Predicate<String> reads = other -> names.contains(other.toLowerCase(Locale.ROOT));
        return hasMethod(type, reads) || has(Arrays.stream(type.getFields()), reads);
    }

    private static boolean hasMethod(Class<?> type, Predicate<String> name) {
        return has(Arrays.stream(type.getMethods()), name);
    }

    private static boolean has(Stream<? extends Member> members, Predicate<String> name) {
        return members.map(Member::getName).anyMatch(name);
    }
}
