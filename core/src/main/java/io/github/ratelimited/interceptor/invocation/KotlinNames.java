package io.github.ratelimited.interceptor.invocation;

import java.lang.reflect.Method;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.core.KotlinDetector;

/**
 * The names of methods in their source. Kotlin's compiler adds a hash to functions whose parameters have value classes,
 * as in {@code later-k0Gq7Vw}, and the module to internal ones, as in {@code later$shop}.
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

    /** Whether a method is called by a name, in its source or in the class file. */
    public static boolean matches(Method method, String name) {
        return method.getName().equals(name) || of(method).equals(name);
    }
}
