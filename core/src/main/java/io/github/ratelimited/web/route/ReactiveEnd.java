package io.github.ratelimited.web.route;

import io.github.ratelimited.rule.CountedRequest;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Waits for the end of a request, and settles it then. */
final class ReactiveEnd {

    private final CountedRequest counted;
    private volatile @Nullable Integer status;
    private volatile @Nullable Throwable error;

    private ReactiveEnd(CountedRequest counted) {
        this.counted = counted;
    }

    static Mono<Void> await(CountedRequest counted, ServerWebExchange exchange, WebFilterChain chain) {
        ReactiveEnd end = new ReactiveEnd(counted);
        ServerHttpResponse response = exchange.getResponse();
        response.beforeCommit(() -> Mono.fromRunnable(() -> end.committed(statusOf(response))));
        return Mono.defer(() -> chain.filter(exchange))
                .doOnSuccess(done -> counted.end(end.status != null ? end.status : statusOf(response), null))
                .doOnError(end::failed)
                .doOnCancel(() -> counted.end(end.status, new CancellationException("The client has disconnected")));
    }

    private static int statusOf(ServerHttpResponse response) {
        HttpStatusCode status = response.getStatusCode();
        return status != null ? status.value() : HttpStatus.OK.value();
    }

    private void committed(int status) {
        this.status = status;
        endFailed();
    }

    private void failed(Throwable error) {
        this.error = error;
        endFailed();
    }

    /** Errors are answered outside of the filters, so that the status shows only when the answer is committed. */
    private void endFailed() {
        Throwable failure = error;
        Integer answered = status;
        if (failure != null && answered != null) {
            counted.end(answered, failure);
        }
    }
}
