package io.github.ratelimited.web.route;

import io.github.ratelimited.rule.Headers;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a servlet filter knows of a request.
 *
 * @param request the request
 */
record ServletFacts(HttpServletRequest request) implements RequestFacts {

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public Map<String, String> headers() {
        return new Headers(request::getHeader);
    }

    @Override
    public @Nullable Principal principal() {
        return request.getUserPrincipal();
    }

    @Override
    public String clientAddress() {
        return request.getRemoteAddr();
    }
}
