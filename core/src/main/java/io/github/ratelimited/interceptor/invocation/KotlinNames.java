package io.github.ratelimited.interceptor.invocation;

import java.lang.reflect.Method;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.core.KotlinDetector;

/**
 * The names and parameters of methods in their source. Kotlin's compiler adds a hash to functions whose parameters have
 * value classes, as in {@code later-k0Gq7Vw}, the module to internal ones, as in {@code later$shop}, and a continuation
 * behind the parameters of suspending ones.
 */
public final class KotlinNames {

    private static final Pattern COMPILED = Pattern.compile("(.+?)(-[A-Za-z0-9_-]{7})?(\\$[^$]+)?");

    private KotlinNames() {}

    /** The name in the source, which several methods of a class may share though they take the same parameters. */
    public static String of(Method method) {
        Matcher compiled = COMPILED.matcher(method.getName());
        return KotlinDetector.isKotlinType(method.getDeclaringClass()) && compiled.matches()
                ? compiled.group(1)
                : method.getName();
    }

    /** The types of the parameters in the source. */
    public static List<Class<?>> parameters(Method method) {
        List<Class<?>> compiled = List.of(method.getParameterTypes());
        return KotlinDetector.isSuspendingFunction(method) ? compiled.subList(0, compiled.size() - 1) : compiled;
    }

    /** Whether a method is called by a name, in its source or in the class file. */
    public static boolean matches(Method method, String name) {
        return method.getName().equals(name) || of(method).equals(name);
    }
}
