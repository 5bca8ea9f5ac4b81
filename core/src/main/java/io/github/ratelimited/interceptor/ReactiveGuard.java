package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.interceptor.invocation.CallStyle;
import io.github.ratelimited.interceptor.invocation.ReactorScope;
import io.github.ratelimited.interceptor.invocation.ReturnKind;
import io.github.ratelimited.interceptor.invocation.ThreadScope;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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

    private final Decisions decisions;

    private final ThreadScope scope;

    ReactiveGuard(Decisions decisions, ThreadScope scope) {
        this.decisions = decisions;
        this.scope = scope;
    }

    @Override
    public Object invoke(LimitedCall call) {
        ReturnKind kind = call.method().kind();
        Publisher<Object> guarded = kind.isMultiValue()
                ? Flux.deferContextual(context -> subscribe(call, context))
                : Mono.deferContextual(context -> Mono.from(subscribe(call, context)));
        ReactiveAdapter adapter = kind.adapter();
        return adapter == null || kind.style() == CallStyle.SUSPENDING ? guarded : adapter.fromPublisher(guarded);
    }

    private Publisher<Object> subscribe(LimitedCall call, ContextView context) {
        return call.method().usesScope()
                ? ReactorScope.of(context, scope).flatMapMany(around -> decide(call.within(around), context))
                : decide(call, context);
    }

    private Publisher<Object> decide(LimitedCall call, ContextView context) {
        CompletableFuture<@Nullable Decision> decision = decisions.later(call, listener(context));
        if (decision.isDone()) {
            return outcome(call, decision);
        }
        return Mono.fromFuture(decision)
                .publishOn(Schedulers.parallel())
                .thenMany(Flux.defer(() -> outcome(call, decision)));
    }

    private static DecisionListener listener(ContextView context) {
        DecisionListener listener = context.getOrDefault(DecisionListener.class, null);
        return listener != null ? listener : Decisions.NOBODY;
    }

    private static Publisher<Object> outcome(LimitedCall call, CompletableFuture<@Nullable Decision> decision) {
        try {
            Object result = call.laterOutcome(decision.join());
            ReactiveAdapter adapter = call.method().kind().adapter();
            if (adapter != null && call.method().kind().style() == CallStyle.REACTIVE) {
                return adapter.toPublisher(result);
            }
            return result instanceof Publisher<?> publisher
                    ? Flux.from(publisher).cast(Object.class)
                    : Mono.empty();
        } catch (CompletionException ex) {
            return Mono.error(Decisions.cause(ex));
        } catch (Throwable ex) {
            Exceptions.throwIfFatal(ex);
            return Mono.error(ex);
        }
    }
}
