package io.github.ratelimited.interceptor.invocation;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** What is bound to the thread of a call, as far as the libraries are present. */
public final class ThreadScope implements CallScope {

    public static final String AUTHENTICATION = "authentication";
    public static final String PRINCIPAL = "principal";
    public static final String REQUEST = "request";
    public static final String CLIENT_ADDRESS = "clientAddress";

    private static final String WEB = "spring-web with a servlet container or WebFlux";

    private static final Map<String, String> LIBRARIES = Map.of(
            AUTHENTICATION,
            "spring-security-core",
            PRINCIPAL,
            "spring-security-core",
            REQUEST,
            WEB,
            CLIENT_ADDRESS,
            WEB);

    public static final Set<String> NAMES = LIBRARIES.keySet();

    private final Supplier<ClientAddresses> addresses;
    private final boolean servlet;
    private final Set<String> names = new TreeSet<>();

    public ThreadScope(@Nullable ClassLoader classLoader, Supplier<ClientAddresses> addresses) {
        this.addresses = addresses;
        boolean web = ClassUtils.isPresent("org.springframework.web.context.request.RequestContextHolder", classLoader);
        this.servlet = web && ClassUtils.isPresent("jakarta.servlet.http.HttpServletRequest", classLoader);
        if (servlet || web && ClassUtils.isPresent("reactor.core.publisher.Mono", classLoader)) {
            names.add(REQUEST);
            names.add(CLIENT_ADDRESS);
        }
        if (ClassUtils.isPresent("org.springframework.security.core.context.SecurityContextHolder", classLoader)) {
            names.add(AUTHENTICATION);
            names.add(PRINCIPAL);
        }
    }

    /**
     * Whether a variable stands for something around the call.
     *
     * @throws IllegalArgumentException when it would, but a library is missing
     */
    public boolean offers(String variable) {
        if (!names.contains(variable) && LIBRARIES.containsKey(variable)) {
            throw new IllegalArgumentException(
                    "uses #" + variable + ", which needs " + LIBRARIES.get(variable) + " on the class path");
        }
        return names.contains(variable);
    }

    ClientAddresses addresses() {
        return addresses.get();
    }

    public boolean knowsCallers() {
        return names.contains(AUTHENTICATION);
    }

    /** Whether an authentication is that of anonymous visitors, who would all share one name. */
    public boolean isAnonymous(Object caller) {
        return knowsCallers() && SecurityPrincipal.known(caller) == null;
    }

    @Override
    public @Nullable Object find(String name) {
        if (!names.contains(name)) {
            return null;
        }
        return switch (name) {
            case REQUEST -> servlet ? Servlet.request() : null;
            case CLIENT_ADDRESS -> servlet ? Servlet.clientAddress(addresses.get()) : null;
            case AUTHENTICATION -> SecurityPrincipal.authentication();
            case PRINCIPAL -> SecurityPrincipal.of(SecurityPrincipal.authentication());
            default -> null;
        };
    }

    /** Loaded only if the servlet API is present. */
    private static final class Servlet {

        static @Nullable HttpServletRequest request() {
            return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes
                    ? attributes.getRequest()
                    : null;
        }

        /** {@code null} where there is no request, and so no client. */
        static @Nullable String clientAddress(ClientAddresses addresses) {
            HttpServletRequest request = request();
            if (request == null) {
                return null;
            }
            addresses.watch(request::getHeader);
            return addresses.of(request.getRemoteAddr());
        }
    }
}
