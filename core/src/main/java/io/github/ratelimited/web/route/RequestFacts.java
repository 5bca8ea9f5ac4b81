package io.github.ratelimited.web.route;

import io.github.ratelimited.interceptor.invocation.ClientAddresses;
import io.github.ratelimited.rule.Headers;
import java.security.Principal;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a filter knows of a request. What is a function is asked for only by an expression that names it.
 *
 * @param method HTTP method, in upper case
 * @param request the request in the form of its stack
 * @param principal who sends it, {@code null} when that is unknown
 * @param clientAddress the address of the client, as a key
 */
record RequestFacts(
        String method,
        Object request,
        Headers headers,
        Supplier<@Nullable Principal> principal,
        Function<ClientAddresses, String> clientAddress) {}
