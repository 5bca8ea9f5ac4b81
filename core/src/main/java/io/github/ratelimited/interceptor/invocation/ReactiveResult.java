package io.github.ratelimited.interceptor.invocation;

import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** What a limited method returns to Reactor, of which one can know whether it is rejected before one prepares for it. */
public interface ReactiveResult {

    /**
     * Takes the permits of a call on subscription, and goes on with what the call gives. The permits of a call that nobody
     * then subscribes to go back.
     *
     * @param next goes on, and subscribes once at most
     * @return what comes of it; fails with {@link io.github.ratelimited.RateLimitExceededException} when the call is rejected
     */
    Mono<Void> decided(Function<Publisher<Object>, Mono<Void>> next);
}
