package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.interceptor.invocation.KotlinNames;
import io.github.ratelimited.internal.SettingChecks;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.core.MethodIntrospector;

/** Names of limiters and the names by which messages call methods. */
final class LimiterNames {

    /** What names in Kotlin may have between backticks, and names of limiters may not. */
    private static final Pattern UNUSUAL = Pattern.compile("[^\\p{L}\\p{N}_$.-]");

    private LimiterNames() {}

    /** The method for a person to read, such as {@code com.acme.Api.login(String)}. */
    static String place(Method method, Class<?> userClass) {
        return plain(method, userClass) + parameters(method, overloads(method, userClass));
    }

    /** The name of a limiter that has none: class and method, and the parameters of an overloaded method. */
    private static String generated(Method method, Class<?> userClass) {
        Set<Method> overloads = overloads(method, userClass);
        String name = UNUSUAL.matcher(plain(method, userClass)).replaceAll("_");
        return overloads.stream().allMatch(other -> sameParameters(method, other))
                ? name
                : name + parameters(method, overloads);
    }

    private static Set<Method> overloads(Method method, Class<?> userClass) {
        return MethodIntrospector.selectMethods(
                userClass,
                (Method other) ->
                        other.getName().equals(method.getName()) && !Modifier.isPrivate(other.getModifiers()));
    }

    /** By the simple names of their types where these distinguish it from overloads. */
    private static String parameters(Method method, Set<Method> overloads) {
        String simple = parameters(method, Class::getSimpleName);
        boolean unique = overloads.stream()
                .filter(other -> !sameParameters(method, other))
                .noneMatch(other -> parameters(other, Class::getSimpleName).equals(simple));
        return unique ? simple : parameters(method, Class::getTypeName);
    }

    /** The names with those generated that are empty; several of one method are numbered. */
    static List<String> complete(List<String> names, Method method, Class<?> userClass) {
        if (!names.contains("")) {
            return names;
        }
        String generated = generated(method, userClass);
        if (Collections.frequency(names, "") == 1) {
            return names.stream().map(name -> name.isEmpty() ? generated : name).toList();
        }
        List<String> complete = new ArrayList<>();
        int number = 0;
        for (String name : names) {
            complete.add(name.isEmpty() ? generated + "#" + ++number : name);
        }
        return complete;
    }

    /** The name that an annotation gives, which may be empty. */
    static String checked(String name) {
        return name.isEmpty() ? name : SettingChecks.givenName(name);
    }

    private static String plain(Method method, Class<?> userClass) {
        return userClass.getName().replace('$', '.') + "." + sourceName(method, userClass);
    }

    /** The name in the source, or that of the class file where another method has the same. */
    private static String sourceName(Method method, Class<?> userClass) {
        String name = KotlinNames.of(method);
        boolean isUnique = name.equals(method.getName())
                || MethodIntrospector.selectMethods(userClass, (Method other) -> KotlinNames.matches(other, name))
                                .size()
                        == 1;
        return isUnique ? name : method.getName();
    }

    private static boolean sameParameters(Method method, Method other) {
        return Arrays.equals(method.getParameterTypes(), other.getParameterTypes());
    }

    private static String parameters(Method method, Function<Class<?>, String> text) {
        return KotlinNames.parameters(method).stream().map(text).collect(Collectors.joining(",", "(", ")"));
    }
}
