package io.github.ratelimited.interceptor.invocation;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.filter.reactive.ServerWebExchangeContextFilter;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * What a Reactor context carries, and for the rest what is bound to the thread that subscribes.
 *
 * @param context the context of the subscription
 * @param authentication who calls, {@code null} for no one
 * @param thread the rest
 */
public record ReactorScope(ContextView context, @Nullable Object authentication, ThreadScope thread)
        implements CallScope {

    /** The scope, once the context knows who calls. */
    public static Mono<CallScope> of(ContextView context, ThreadScope thread) {
        Mono<Optional<Object>> authentication =
                thread.knowsCallers() ? Security.authentication(context) : Mono.just(Optional.empty());
        return authentication.map(known -> new ReactorScope(context, known.orElse(null), thread));
    }

    @Override
    public @Nullable Object find(String name) {
        Object value = switch (name) {
            case ThreadScope.AUTHENTICATION -> authentication;
            case ThreadScope.PRINCIPAL -> authentication == null ? null : SecurityPrincipal.of(authentication);
            case ThreadScope.REQUEST -> Web.request(context);
            case ThreadScope.CLIENT_ADDRESS -> Web.clientAddress(context, thread.addresses());
            default -> null;
        };
        return value != null ? value : thread.find(name);
    }

    /** Loaded only if Spring's web support is present. */
    private static final class Web {

        static @Nullable Object request(ContextView context) {
            return ServerWebExchangeContextFilter.getExchange(context)
                    .map(ServerWebExchange::getRequest)
                    .orElse(null);
        }

        /** {@code null} where there is no exchange, and so no client. */
        static @Nullable String clientAddress(ContextView context, ClientAddresses addresses) {
            return ServerWebExchangeContextFilter.getExchange(context)
                    .map(exchange -> {
                        addresses.watch(exchange.getRequest().getHeaders()::getFirst);
                        return addresses.of(exchange.getRequest().getRemoteAddress());
                    })
                    .orElse(null);
        }
    }

    /** Loaded only if Spring Security is present. */
    private static final class Security {

        static Mono<Optional<Object>> authentication(ContextView context) {
            Mono<SecurityContext> security = context.getOrDefault(SecurityContext.class, null);
            return security == null
                    ? Mono.just(Optional.empty())
                    : security.map(known -> Optional.ofNullable(SecurityPrincipal.known(known.getAuthentication())))
                            .defaultIfEmpty(Optional.empty());
        }
    }
}
