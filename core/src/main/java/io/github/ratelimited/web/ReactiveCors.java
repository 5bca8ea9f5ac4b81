package io.github.ratelimited.web;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.cors.reactive.CorsProcessor;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.cors.reactive.DefaultCorsProcessor;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Lets a browser show a rejection to scripts of other origins, though it comes before anything that does so for answers of
 * the application. Safe for use by many threads.
 */
public final class ReactiveCors {

    private final Supplier<List<CorsConfigurationSource>> sources;
    private final Supplier<List<HandlerMapping>> handlers;
    private final CorsProcessor processor = new DefaultCorsProcessor();

    /**
     * Makes it for an application.
     *
     * @param sources what the application allows; the first that knows a request counts. Asked for at the first rejection of
     *     a request of another origin
     * @param handlers find handlers, and what these allow, in the order of WebFlux; asked where no source knows the request
     */
    public ReactiveCors(Supplier<List<CorsConfigurationSource>> sources, Supplier<List<HandlerMapping>> handlers) {
        this.sources = SingletonSupplier.of(sources);
        this.handlers = SingletonSupplier.of(handlers);
    }

    /** An origin that is none is that of no browser. */
    boolean concerns(ServerWebExchange exchange) {
        try {
            return CorsUtils.isCorsRequest(exchange.getRequest());
        } catch (IllegalArgumentException ex) {
            return false;
        }
    }

    /** {@return whether the rejection may be written; otherwise the request was answered as one of a wrong origin} */
    Mono<Boolean> allows(ServerWebExchange exchange) {
        CorsConfiguration configuration = sources.get().stream()
                .map(source -> source.getCorsConfiguration(exchange))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return configuration != null
                ? Mono.just(processor.process(configuration, exchange))
                : allowedByHandler(exchange);
    }

    /** WebFlux applies what a handler allows where it finds the handler. */
    private Mono<Boolean> allowedByHandler(ServerWebExchange exchange) {
        return Flux.fromIterable(handlers.get())
                .concatMap(mapping -> mapping.getHandler(exchange))
                .next()
                .onErrorComplete()
                .then(Mono.fromSupplier(() -> exchange.getResponse().getStatusCode() != HttpStatus.FORBIDDEN));
    }
}
