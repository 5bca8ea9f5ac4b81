package io.github.ratelimited.web;

import io.github.ratelimited.RateLimitExceededException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.reactive.DispatchExceptionHandler;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.HandlerResultHandler;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * Has {@link RateLimitProblems}, or an advice of the application, answer where WebFlux does not ask one: what comes out of
 * a filter or of the body that a router function returns. Turns what no advice answers into a
 * {@link ResponseStatusException}. Safe for use by many threads.
 */
public final class ReactiveRateLimitProblems implements WebExceptionHandler, Ordered {

    private final Supplier<DispatchExceptionHandler> advices;
    private final Supplier<List<HandlerResultHandler>> results;
    private final Supplier<Optional<ReactiveRejectionWriter>> rejections;
    private final ReactiveCors cors;

    /**
     * Makes the handler.
     *
     * @param advices what asks the advices; found at the first rejection
     * @param results what writes their answers, in the order of WebFlux
     * @param rejections answers rejections at once; found at the first of them; empty where the application decides
     * @param cors lets other origins read rejections
     */
    public ReactiveRateLimitProblems(
            Supplier<DispatchExceptionHandler> advices,
            Supplier<List<HandlerResultHandler>> results,
            Supplier<Optional<ReactiveRejectionWriter>> rejections,
            ReactiveCors cors) {
        this.advices = SingletonSupplier.of(advices);
        this.results = SingletonSupplier.of(results);
        this.rejections = SingletonSupplier.of(rejections);
        this.cors = cors;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        if (exchange.getResponse().isCommitted()) {
            return Mono.error(failure);
        }
        RuntimeException rejection = RateLimitProblems.rejection(failure);
        return rejection != null && cors.concerns(exchange)
                ? cors.allows(exchange)
                        .flatMap(allowed -> allowed
                                ? answer(exchange, rejection, failure)
                                : exchange.getResponse().setComplete())
                : answer(exchange, rejection, failure);
    }

    private Mono<Void> answer(ServerWebExchange exchange, @Nullable RuntimeException rejection, Throwable failure) {
        Mono<Void> atOnce = rejection instanceof RateLimitExceededException exceeded
                ? rejections.get().map(each -> each.answer(exchange, exceeded)).orElse(null)
                : null;
        if (atOnce != null) {
            return atOnce;
        }
        return rejection == null
                ? Mono.error(failure)
                : advices.get()
                        .handleError(exchange, rejection)
                        .flatMap(answer -> write(exchange, answer, failure))
                        .onErrorResume(unwritten -> unwritten == rejection
                                ? withStatus(exchange.getResponse(), rejection)
                                : Mono.error(unwritten));
    }

    /** No advice answers. The handler of the application for all failures shows its page for the status then. */
    private static Mono<Void> withStatus(ServerHttpResponse response, RuntimeException rejection) {
        String retryAfter = RateLimitProblems.retryAfter(rejection);
        if (retryAfter != null) {
            response.getHeaders().set(HttpHeaders.RETRY_AFTER, retryAfter);
        }
        return Mono.error(new ResponseStatusException(RateLimitProblems.status(rejection), null, rejection));
    }

    private Mono<Void> write(ServerWebExchange exchange, HandlerResult answer, Throwable failure) {
        for (HandlerResultHandler handler : results.get()) {
            if (handler.supports(answer)) {
                return handler.handleResult(exchange, answer);
            }
        }
        return Mono.error(failure);
    }

    /** Before that of Spring Boot, which answers whatever is left with 500. */
    @Override
    public int getOrder() {
        return -2;
    }
}
