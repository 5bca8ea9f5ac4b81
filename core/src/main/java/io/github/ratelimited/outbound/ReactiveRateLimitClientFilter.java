package io.github.ratelimited.outbound;

import io.github.ratelimited.rule.CountedRequest;
import io.github.ratelimited.rule.Headers;
import io.github.ratelimited.rule.ReactiveRuleGuard;
import io.github.ratelimited.rule.RuleMatch;
import io.github.ratelimited.rule.RuleUse;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * Limits the requests of a {@code WebClient} by {@code ratelimited.clients}. Clients of Spring Boot's builder have it
 * already; add the bean of this type to clients that you make yourself. A request counts once, even if the filter is there
 * twice; if {@code retry()} or a filter before this one repeats it, it counts again, and if a filter behind this one does, it
 * does not. Blocks no thread. If a request is rejected it is not sent, and fails with a
 * {@link io.github.ratelimited.RateLimitExceededException}. If it is cancelled while it waits, its permits go back. Safe for
 * use by many threads.
 */
public final class ReactiveRateLimitClientFilter implements ExchangeFilterFunction {

    private static final String COUNTED = ReactiveRateLimitClientFilter.class.getName() + ".counted";

    private final ClientLimits limits;
    private final ReactiveRuleGuard guard;

    /** Makes the filter of an application. */
    public ReactiveRateLimitClientFilter(ClientLimits limits, ReactiveRuleGuard guard) {
        this.limits = limits;
        this.guard = guard;
    }

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        if (request.attributes().containsKey(COUNTED)) {
            return next.exchange(request);
        }
        List<RuleMatch> matches = limits.matching(new ClientCall(
                request.method().name(), request.url(), request.headers(), request.attributes(), request));
        if (matches.isEmpty()) {
            return next.exchange(request);
        }
        ClientRequest counted =
                ClientRequest.from(request).attribute(COUNTED, true).build();
        return guard.take(matches).flatMap(taken -> {
            long sent = System.nanoTime();
            return Mono.defer(() -> next.exchange(counted))
                    .flatMap(response -> answered(response, taken, sent))
                    .doOnError(failure -> taken.end(null, failure))
                    .doOnCancel(() -> taken.end(null, new CancellationException("The request was cancelled")));
        });
    }

    /** Reads a response, which nobody else could release when that fails. */
    private Mono<ClientResponse> answered(ClientResponse response, CountedRequest taken, long sent) {
        try {
            taken.answered(
                    response.statusCode().value(),
                    new Headers(response.headers().asHttpHeaders()::getFirst));
            return obey(taken.rules(), response, sent);
        } catch (RuntimeException ex) {
            return response.releaseBody().onErrorComplete().then(Mono.error(ex));
        }
    }

    private Mono<ClientResponse> obey(List<RuleUse> rules, ClientResponse response, long sent) {
        CompletableFuture<Void> obeyed = limits.blocks()
                .obey(rules, response.statusCode().value(), response.headers().asHttpHeaders(), sent);
        return obeyed.isDone()
                ? Mono.just(response)
                : Mono.fromFuture(obeyed, true)
                        .thenReturn(response)
                        .doOnCancel(() -> response.releaseBody().subscribe());
    }
}
