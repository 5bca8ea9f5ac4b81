package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.interceptor.invocation.CallStyle;
import io.github.ratelimited.interceptor.invocation.ReactorScope;
import io.github.ratelimited.interceptor.invocation.ReturnKind;
import io.github.ratelimited.interceptor.invocation.ThreadScope;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
final class ReactiveGuard implements Guard {

    private static final String FLOW = "kotlinx.coroutines.flow.Flow";

    private final Decisions decisions;

    private final ThreadScope scope;

    ReactiveGuard(Decisions decisions, ThreadScope scope) {
        this.decisions = decisions;
        this.scope = scope;
    }

    @Override
    public Object invoke(LimitedCall call) {
        ReturnKind kind = call.method().kind();
        ReactiveAdapter adapter = kind.adapter();
        if (adapter == null || kind.style() == CallStyle.SUSPENDING) {
            return kind.isMultiValue() ? many(call) : one(call);
        }
        if (adapter.getReactiveType().getName().equals(FLOW)) {
            return Coroutines.flow(Mono.deferContextual(context -> Mono.fromDirect(
                    subscribe(call, context, decision -> Mono.justOrEmpty(call.laterOutcome(decision))))));
        }
        return ReactiveConversion.fromPublisher(kind.isMultiValue() ? many(call) : one(call), adapter);
    }

    private Flux<Object> many(LimitedCall call) {
        return Flux.deferContextual(context -> subscribe(call, context, decision -> publisher(call, decision)));
    }

    /** The result has at most one value: any other conversion would cancel what has given it. */
    private Mono<Object> one(LimitedCall call) {
        return Mono.deferContextual(
                context -> Mono.fromDirect(subscribe(call, context, decision -> publisher(call, decision))));
    }

    private Publisher<Object> subscribe(LimitedCall call, ContextView context, Outcome outcome) {
        return call.method().usesScope()
                ? ReactorScope.of(context, scope).flatMapMany(around -> decide(call.within(around), context, outcome))
                : decide(call, context, outcome);
    }

    private Publisher<Object> decide(LimitedCall call, ContextView context, Outcome outcome) {
        CompletableFuture<@Nullable Decision> decision = decisions.later(call, listener(context));
        if (decision.isDone()) {
            return outcome.of(decision);
        }
        return Mono.fromFuture(decision)
                .publishOn(Schedulers.parallel())
                .thenMany(Flux.defer(() -> outcome.of(decision)));
    }

    private static DecisionListener listener(ContextView context) {
        DecisionListener listener = context.getOrDefault(DecisionListener.class, null);
        return listener != null ? listener : Decisions.NOBODY;
    }

    private static Publisher<?> publisher(LimitedCall call, @Nullable Decision decision) throws Throwable {
        Object result = call.laterOutcome(decision);
        ReactiveAdapter adapter = call.method().kind().adapter();
        if (adapter != null && call.method().kind().style() == CallStyle.REACTIVE) {
            return ReactiveConversion.toPublisher(result, adapter);
        }
        return result instanceof Publisher<?> publisher ? publisher : Mono.empty();
    }

    /** What a decided call gives. */
    @FunctionalInterface
    private interface Outcome {

        Publisher<?> of(@Nullable Decision decision) throws Throwable;

        default Publisher<Object> of(CompletableFuture<@Nullable Decision> decision) {
            try {
                return Flux.from(of(decision.join())).cast(Object.class);
            } catch (CompletionException ex) {
                return Mono.error(Decisions.cause(ex));
            } catch (Throwable ex) {
                Exceptions.throwIfFatal(ex);
                return Mono.error(ex);
            }
        }
    }

    /** Is loaded only where Kotlin's coroutines are there. */
    private static final class Coroutines {

        /** Collects the flow of the method where the limited one is collected: in that coroutine, at its pace. */
        static Flow<Object> flow(Mono<Object> ofMethod) {
            return FlowKt.transform(
                    ReactiveFlowKt.asFlow(ofMethod),
                    (collector, flow, caller) -> FlowKt.emitAll(collector, (Flow<?>) flow, caller));
        }
    }
}
