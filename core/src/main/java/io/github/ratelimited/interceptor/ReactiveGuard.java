package io.github.ratelimited.interceptor;

import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.hold.TakenPermits;
import io.github.ratelimited.interceptor.expression.CallEnd;
import io.github.ratelimited.interceptor.invocation.CallStyle;
import io.github.ratelimited.interceptor.invocation.ReactorScope;
import io.github.ratelimited.interceptor.invocation.ReturnKind;
import io.github.ratelimited.interceptor.invocation.ThreadScope;
import io.github.ratelimited.internal.Futures;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import kotlin.Unit;
import kotlinx.coroutines.flow.Flow;
import kotlinx.coroutines.flow.FlowKt;
import kotlinx.coroutines.reactive.ReactiveFlowKt;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ReactiveAdapter;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/**
 * Takes permits on each subscription to what a method returns, and runs the method then. Blocks no thread. Needs
 * reactor-core on the class path.
 */
final class ReactiveGuard {

    private static final String FLOW = "kotlinx.coroutines.flow.Flow";

    private final CallPermits permits;

    private final ThreadScope scope;

    ReactiveGuard(CallPermits permits, ThreadScope scope) {
        this.permits = permits;
        this.scope = scope;
    }

    Object invoke(LimitedCall call) {
        ReturnKind kind = call.method().kind();
        ReactiveAdapter adapter = kind.adapter();
        if (adapter == null || kind.style() == CallStyle.SUSPENDING) {
            return kind.isMultiValue() ? many(call) : one(call);
        }
        if (adapter.getReactiveType().getName().equals(FLOW)) {
            return Coroutines.flow(Mono.deferContextual(context -> Mono.fromDirect(
                    subscribe(call, context, taken -> Mono.justOrEmpty(Coroutines.settled(call, taken))))));
        }
        return ReactiveConversion.fromPublisher(kind.isMultiValue() ? many(call) : one(call), adapter);
    }

    private Flux<Object> many(LimitedCall call) {
        return new ReactivePublishers.OfMany(
                Flux.deferContextual(context -> subscribe(call, context, taken -> publisher(call, taken))),
                next -> ahead(call, next));
    }

    /** The result has at most one value: any other conversion would cancel what has given it. */
    private Mono<Object> one(LimitedCall call) {
        return new ReactivePublishers.OfOne(
                Mono.deferContextual(
                        context -> Mono.fromDirect(subscribe(call, context, taken -> publisher(call, taken)))),
                next -> ahead(call, next));
    }

    /** Takes the permits before somebody prepares for the result. */
    private Mono<Void> ahead(LimitedCall call, Function<Publisher<Object>, Mono<Void>> next) {
        return Mono.deferContextual(context -> Mono.<Object>fromDirect(
                        subscribe(call, context, taken -> ahead(call, taken, next)))
                .then());
    }

    private static Publisher<?> ahead(
            LimitedCall call, TakenPermits taken, Function<Publisher<Object>, Mono<Void>> next) {
        RateLimitExceededException rejection = call.rejection(taken.decision());
        if (rejection != null) {
            return Mono.error(rejection);
        }
        StartOrCancel beginning = new StartOrCancel(CompletableFuture.completedFuture(taken));
        Outcome outcome = begun -> beginning.begin() ? publisher(call, begun) : Flux.never();
        Publisher<Object> result = call.method().kind().isMultiValue()
                ? Flux.defer(() -> outcome.of(CompletableFuture.completedFuture(taken)))
                : Mono.defer(() -> Mono.fromDirect(outcome.of(CompletableFuture.completedFuture(taken))));
        return Mono.defer(() -> next.apply(result)).doFinally(signal -> beginning.end());
    }

    private Publisher<Object> subscribe(LimitedCall call, ContextView context, Outcome outcome) {
        return call.method().usesScope()
                ? ReactorScope.of(context, scope).flatMapMany(around -> decide(call.within(around), context, outcome))
                : decide(call, context, outcome);
    }

    private Publisher<Object> decide(LimitedCall call, ContextView context, Outcome outcome) {
        CompletableFuture<TakenPermits> asked = permits.later(call, context.getOrDefault(DecisionListener.class, null));
        if (asked.isDone()) {
            return outcome.of(asked);
        }
        StartOrCancel beginning = new StartOrCancel(asked);
        return Mono.fromFuture(asked)
                .publishOn(Schedulers.parallel())
                .thenMany(Flux.defer(() -> beginning.begin() ? outcome.of(asked) : Flux.never()))
                .doFinally(signal -> beginning.end());
    }

    private static Publisher<?> publisher(LimitedCall call, TakenPermits taken) throws Throwable {
        RateLimitExceededException rejection = call.rejection(taken.decision());
        if (rejection != null) {
            return Mono.error(rejection);
        }
        Publisher<?> publisher = begun(call, taken, result -> asPublisher(call, result));
        if (!taken.isSettled()) {
            return publisher;
        }
        StreamEnd end = new StreamEnd(taken, call.method().kind().isMultiValue());
        return Flux.from(publisher)
                .doOnNext(end::next)
                .doOnComplete(end::completed)
                .doOnError(end::failed)
                .doOnCancel(end::cancelled);
    }

    private static Publisher<?> asPublisher(LimitedCall call, @Nullable Object result) {
        ReactiveAdapter adapter = call.method().kind().adapter();
        if (adapter != null && call.method().kind().style() == CallStyle.REACTIVE) {
            return ReactiveConversion.toPublisher(result, adapter);
        }
        return result instanceof Publisher<?> publisher ? publisher : Mono.empty();
    }

    /** What becomes of the result of the method; a call that has none is over. */
    private static <T extends @Nullable Object> T begun(
            LimitedCall call, TakenPermits taken, Function<@Nullable Object, T> followed) throws Throwable {
        try {
            return followed.apply(call.laterOutcome(taken.decision()));
        } catch (Throwable ex) {
            taken.end(CallEnd.failed(ex));
            throw ex;
        }
    }

    /** What a call gives that was granted permits, or not. */
    @FunctionalInterface
    private interface Outcome {

        Publisher<?> of(TakenPermits taken) throws Throwable;

        @SuppressWarnings("unchecked")
        default Publisher<Object> of(CompletableFuture<TakenPermits> asked) {
            try {
                return (Publisher<Object>) of(asked.join());
            } catch (CompletionException ex) {
                return Mono.error(Futures.cause(ex));
            } catch (Throwable ex) {
                Exceptions.throwIfFatal(ex);
                return Mono.error(ex);
            }
        }
    }

    /** Loaded only if Kotlin's coroutines are present. */
    private static final class Coroutines {

        /** Collects the flow of the method where the limited one is collected: in that coroutine, at its pace. */
        static Flow<Object> flow(Mono<Object> ofMethod) {
            return FlowKt.transform(
                    ReactiveFlowKt.asFlow(ofMethod),
                    (collector, flow, caller) -> FlowKt.emitAll(collector, (Flow<?>) flow, caller));
        }

        static @Nullable Object settled(LimitedCall call, TakenPermits taken) throws Throwable {
            return begun(
                    call,
                    taken,
                    result -> taken.isSettled() && result instanceof Flow<?> flow
                            ? followed(flow, new StreamEnd(taken, true))
                            : result);
        }

        private static <T> Flow<T> followed(Flow<? extends T> flow, StreamEnd end) {
            Flow<T> counted = FlowKt.onEach(flow, (element, caller) -> {
                end.next(element);
                return Unit.INSTANCE;
            });
            return FlowKt.onCompletion(counted, (collector, failure, caller) -> {
                if (failure == null) {
                    end.completed();
                } else if (failure instanceof CancellationException) {
                    end.cancelled();
                } else {
                    end.failed(failure);
                }
                return Unit.INSTANCE;
            });
        }
    }
}
