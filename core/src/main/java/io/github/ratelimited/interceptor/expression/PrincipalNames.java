package io.github.ratelimited.interceptor.expression;

import io.github.ratelimited.interceptor.invocation.CallScope;
import io.github.ratelimited.interceptor.invocation.ThreadScope;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.AuthenticatedPrincipal;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.util.ClassUtils;

/**
 * Names in the place of those who have logged in with Spring Security. Their own text may contain the session or the
 * token too, and so differ from one login to the next, or they have none, such as a JWT.
 */
final class PrincipalNames {

    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.core.AuthenticatedPrincipal", PrincipalNames.class.getClassLoader());

    /** A list may contain itself, which is reported elsewhere. */
    private static final int DEEPEST = 50;

    private PrincipalNames() {}

    /** The key with names for callers, whom the scope knows. */
    static Object in(Object key, CallScope scope) {
        Object named = SECURITY ? in(key, scope, 0) : key;
        return named != null ? named : key;
    }

    private static @Nullable Object in(@Nullable Object key, CallScope scope, int depth) {
        if (key instanceof String || depth > DEEPEST) {
            return key;
        }
        if (key instanceof List<?> parts) {
            return parts.stream().map(part -> in(part, scope, depth + 1)).toList();
        }
        if (key instanceof Set<?> parts) {
            return parts.stream().map(part -> in(part, scope, depth + 1)).collect(Collectors.toSet());
        }
        if (key instanceof Map<?, ?> parts) {
            Map<@Nullable Object, @Nullable Object> named = new HashMap<>();
            parts.forEach((part, value) -> named.put(in(part, scope, depth + 1), in(value, scope, depth + 1)));
            return named;
        }
        if (key instanceof Object[] parts) {
            return in(Arrays.asList(parts), scope, depth);
        }
        if (key instanceof Optional<?> optional) {
            return optional.map(part -> in(part, scope, depth + 1));
        }
        return key == null ? null : Security.name(key, scope);
    }

    /** Loaded only if Spring Security is present. */
    private static final class Security {

        static Object name(Object key, CallScope scope) {
            if (key instanceof AuthenticatedPrincipal caller) {
                return caller.getName();
            }
            if (key instanceof UserDetails user) {
                return user.getUsername();
            }
            return !isOfJava(key)
                            && scope.find(ThreadScope.AUTHENTICATION) instanceof Authentication caller
                            && caller.getPrincipal() == key
                    ? caller.getName()
                    : key;
        }

        /** Numbers, dates and the like are no callers. */
        private static boolean isOfJava(Object key) {
            return key.getClass().getName().startsWith("java.");
        }
    }
}
