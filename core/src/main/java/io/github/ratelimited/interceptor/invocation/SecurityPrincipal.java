package io.github.ratelimited.interceptor.invocation;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Who calls, as Spring Security knows it. Loaded only where that is present. */
final class SecurityPrincipal {

    private SecurityPrincipal() {}

    /** {@return the authentication that is bound to the thread} */
    static @Nullable Object authentication() {
        return known(SecurityContextHolder.getContext().getAuthentication());
    }

    /** An anonymous visitor is no caller: all of them would share one name. */
    static @Nullable Object known(@Nullable Object authentication) {
        return authentication instanceof AnonymousAuthenticationToken ? null : authentication;
    }

    static @Nullable Object of(@Nullable Object authentication) {
        return authentication instanceof Authentication known ? known.getPrincipal() : null;
    }
}
