package io.github.ratelimited.web.route;

import io.github.ratelimited.rule.CountedRequest;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Waits for the end of a request, and settles it then. */
final class ReactiveEnd {

    private final CountedRequest counted;
    private volatile @Nullable Integer status;

    private ReactiveEnd(CountedRequest counted) {
        this.counted = counted;
    }

    static Mono<Void> await(CountedRequest counted, ServerWebExchange exchange, WebFilterChain chain) {
        ReactiveEnd end = new ReactiveEnd(counted);
        ServerHttpResponse response = exchange.getResponse();
        response.beforeCommit(() -> Mono.fromRunnable(() -> end.status = statusOf(response)));
        return Mono.defer(() -> chain.filter(exchange))
                .doOnSuccess(done -> counted.end(end.status != null ? end.status : statusOf(response), null))
                .doOnError(end::failed)
                .doOnCancel(() -> counted.end(end.status, new CancellationException("The client has disconnected")));
    }

    private static int statusOf(ServerHttpResponse response) {
        HttpStatusCode status = response.getStatusCode();
        return status != null ? status.value() : HttpStatus.OK.value();
    }

    /** Errors are answered outside of the filters, with the status of the error. */
    private void failed(Throwable error) {
        int answered = error instanceof ErrorResponse known
                ? known.getStatusCode().value()
                : HttpStatus.INTERNAL_SERVER_ERROR.value();
        Integer committed = status;
        counted.end(committed != null ? committed : answered, error);
    }
}
