package io.github.ratelimited.interceptor.expression;

import java.util.List;
import org.springframework.security.core.AuthenticatedPrincipal;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.util.ClassUtils;

/**
 * Names in the place of those who have logged in with Spring Security, whose text may tell of the session or the login
 * too and so differ from one to the next.
 */
public final class CallerNames {

    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.core.AuthenticatedPrincipal", CallerNames.class.getClassLoader());

    private CallerNames() {}

    public static Object in(Object key) {
        if (!SECURITY || key instanceof String) {
            return key;
        }
        return key instanceof List<?> parts
                ? parts.stream().map(CallerNames::in).toList()
                : Security.name(key);
    }

    /** Is loaded only where Spring Security is there. */
    private static final class Security {

        static Object name(Object key) {
            if (key instanceof AuthenticatedPrincipal caller) {
                return caller.getName();
            }
            return key instanceof UserDetails user ? user.getUsername() : key;
        }
    }
}
