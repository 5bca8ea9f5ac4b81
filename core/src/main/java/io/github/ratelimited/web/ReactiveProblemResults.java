package io.github.ratelimited.web;

import java.util.List;
import java.util.function.Supplier;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.ErrorResponse;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.HandlerResultHandler;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Has WebFlux write what {@link RateLimitAdvice} answers. Lets the status stand alone where nothing can write problem
 * details, as where the application has no codec for JSON. Safe for use by many threads.
 */
public final class ReactiveProblemResults implements HandlerResultHandler, Ordered {

    private final Supplier<List<HandlerResultHandler>> others;

    /**
     * Makes the handler.
     *
     * @param handlers what writes results, in the order of WebFlux; found at the first answer
     */
    public ReactiveProblemResults(Supplier<List<HandlerResultHandler>> handlers) {
        this.others = SingletonSupplier.of(() -> handlers.get().stream()
                .filter(handler -> !(handler instanceof ReactiveProblemResults))
                .toList());
    }

    @Override
    public boolean supports(HandlerResult result) {
        return result.getReturnValue() instanceof ErrorResponse
                && result.getHandler() instanceof HandlerMethod method
                && RateLimitAdvice.class.isAssignableFrom(method.getBeanType());
    }

    @Override
    public Mono<Void> handleResult(ServerWebExchange exchange, HandlerResult result) {
        for (HandlerResultHandler other : others.get()) {
            if (other.supports(result)) {
                return other.handleResult(exchange, result)
                        .onErrorResume(
                                ReactiveProblemResults::isUnwritable,
                                unwritten -> withoutBody(exchange.getResponse(), result, unwritten));
            }
        }
        return Mono.error(new IllegalStateException("No HandlerResultHandler for " + result.getReturnValue()));
    }

    private static boolean isUnwritable(Throwable failure) {
        return failure instanceof IllegalStateException || failure instanceof HttpMessageNotWritableException;
    }

    private static Mono<Void> withoutBody(ServerHttpResponse response, HandlerResult result, Throwable unwritten) {
        if (response.isCommitted() || !(result.getReturnValue() instanceof ErrorResponse answer)) {
            return Mono.error(unwritten);
        }
        HttpHeaders headers = response.getHeaders();
        answer.getHeaders().forEach(headers::put);
        headers.clearContentHeaders();
        response.setStatusCode(answer.getStatusCode());
        return response.setComplete();
    }

    /** Before those of Spring, which begin at 0. */
    @Override
    public int getOrder() {
        return -1;
    }
}
