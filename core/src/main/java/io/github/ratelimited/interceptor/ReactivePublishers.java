package io.github.ratelimited.interceptor;

import io.github.ratelimited.interceptor.invocation.ReactiveResult;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoOperator;

/** Results of limited methods that a caller can ask about first. */
final class ReactivePublishers {

    private ReactivePublishers() {}

    static final class OfOne extends MonoOperator<Object, Object> implements ReactiveResult {

        private final ReactiveResult ahead;

        OfOne(Mono<Object> limited, ReactiveResult ahead) {
            super(limited);
            this.ahead = ahead;
        }

        @Override
        public void subscribe(CoreSubscriber<? super Object> subscriber) {
            source.subscribe(subscriber);
        }

        @Override
        public Mono<Void> decided(Function<Publisher<Object>, Mono<Void>> next) {
            return ahead.decided(next);
        }
    }

    static final class OfMany extends FluxOperator<Object, Object> implements ReactiveResult {

        private final ReactiveResult ahead;

        OfMany(Flux<Object> limited, ReactiveResult ahead) {
            super(limited);
            this.ahead = ahead;
        }

        @Override
        public void subscribe(CoreSubscriber<? super Object> subscriber) {
            source.subscribe(subscriber);
        }

        @Override
        public Mono<Void> decided(Function<Publisher<Object>, Mono<Void>> next) {
            return ahead.decided(next);
        }
    }
}
