package io.github.ratelimited.web;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.cors.reactive.CorsProcessor;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.cors.reactive.DefaultCorsProcessor;
import org.springframework.web.server.ServerWebExchange;

/**
 * Lets a browser show a refusal to scripts of other origins, though it comes before anything that does so for answers of
 * the application. Safe for use by many threads.
 */
public final class ReactiveCors {

    private final Supplier<List<CorsConfigurationSource>> sources;
    private final CorsProcessor processor = new DefaultCorsProcessor();

    /**
     * Makes it for an application.
     *
     * @param sources what the application allows; the first that knows a request counts. Asked for at the first refusal of
     *     a request of another origin
     */
    public ReactiveCors(Supplier<List<CorsConfigurationSource>> sources) {
        this.sources = SingletonSupplier.of(sources);
    }

    /** {@return whether the refusal may be written; otherwise the request was answered as one of a wrong origin} */
    boolean allows(ServerWebExchange exchange) {
        if (!CorsUtils.isCorsRequest(exchange.getRequest())) {
            return true;
        }
        @Nullable
        CorsConfiguration configuration = sources.get().stream()
                .map(source -> source.getCorsConfiguration(exchange))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return configuration == null || processor.process(configuration, exchange);
    }
}
