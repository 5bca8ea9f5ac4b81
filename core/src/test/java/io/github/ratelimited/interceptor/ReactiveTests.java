package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.aop.framework.Advised;
import org.springframework.core.ReactiveAdapterRegistry;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class ReactiveTests {

    static class Api {

        final AtomicInteger calls = new AtomicInteger();
        volatile Thread ranOn;

        private <T> T called(T result) {
            calls.incrementAndGet();
            ranOn = Thread.currentThread();
            return result;
        }

        @RateLimited(name = "mono", rate = 2, interval = "10s", key = "#user", timeout = "1s")
        public Mono<String> mono(String user) {
            return called(Mono.just("hello " + user));
        }

        @RateLimited(name = "flux", rate = 1, interval = "10s")
        public Flux<Integer> flux() {
            return called(Flux.just(1, 2));
        }

        @RateLimited(name = "broken", rate = 1, interval = "10s")
        public Mono<String> broken() {
            throw new IllegalStateException("broken");
        }

        @RateLimited(name = "publisher", rate = 1, interval = "10s")
        public Publisher<Integer> publisher() {
            return called(Flux.just(1, 2));
        }

        @RateLimited(name = "flow", rate = 1, interval = "10s")
        public Flow.Publisher<Integer> flow() {
            return subscriber -> reactor.adapter.JdkFlowAdapter.publisherToFlowPublisher(called(Flux.just(1, 2)))
                    .subscribe(subscriber);
        }

        @RateLimited(name = "flowable", rate = 1, interval = "10s")
        public Flowable<Integer> flowable() {
            return called(Flowable.just(1, 2));
        }

        @RateLimited(name = "observable", rate = 1, interval = "10s")
        public Observable<Integer> observable() {
            return called(Observable.just(1, 2));
        }

        @RateLimited(name = "single", rate = 1, interval = "10s")
        public Single<Integer> single() {
            return called(Single.just(1));
        }

        @RateLimited(name = "maybe", rate = 1, interval = "10s")
        public Maybe<Integer> maybe() {
            return called(Maybe.just(1));
        }

        @RateLimited(name = "completable", rate = 1, interval = "10s")
        public Completable completable() {
            return called(Completable.complete());
        }
    }

    private static Api target(AspectContext context) {
        return (Api) AspectContext.target(context.get(Api.class));
    }

    @Test
    void takesPermitsOnEachSubscriptionAndRunsTheMethodAfterwards() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            Mono<String> greeting = context.get(Api.class).mono("alice");
            assertThat(context.limiters.asked).isEmpty();
            assertThat(target(context).calls).hasValue(0);
            StepVerifier.create(greeting).expectNext("hello alice").verifyComplete();
            StepVerifier.create(greeting).expectNext("hello alice").verifyComplete();
            StepVerifier.create(greeting).verifyError(RateLimitExceededException.class);
            assertThat(target(context).calls).hasValue(2);
            assertThat(context.limiters.asked).hasSize(3).containsOnly("{mono for alice=1} within PT1S");
        }
    }

    @Test
    void runsInnerAdviceOnEachSubscription() {
        AtomicInteger inner = new AtomicInteger();
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            ((Advised) context.get(Api.class)).addAdvice((MethodInterceptor) invocation -> {
                inner.incrementAndGet();
                return invocation.proceed();
            });
            Mono<String> greeting = context.get(Api.class).mono("alice");
            greeting.block();
            greeting.block();
            assertThat(inner).hasValue(2);
        }
    }

    @Test
    void limitsEveryReactiveType() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            Api api = context.get(Api.class);
            List<Object> results = List.of(
                    api.flux(),
                    api.publisher(),
                    api.flow(),
                    api.flowable(),
                    api.observable(),
                    api.single(),
                    api.maybe(),
                    api.completable());
            assertThat(target(context).calls).hasValue(0);
            for (Object result : results) {
                Publisher<Object> publisher = ReactiveAdapterRegistry.getSharedInstance()
                        .getAdapter(result.getClass())
                        .toPublisher(result);
                StepVerifier.create(publisher).thenConsumeWhile(any -> true).verifyComplete();
                StepVerifier.create(publisher).verifyError(RateLimitExceededException.class);
            }
            assertThat(target(context).calls).hasValue(results.size());
            StepVerifier.create(Flux.from(api.publisher())).verifyError(RateLimitExceededException.class);
        }
    }

    @Test
    void runsOnParallelWhenTheDecisionComesLater() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            context.limiters.slow = true;
            StepVerifier.create(context.get(Api.class).flux())
                    .then(() -> assertThat(target(context).calls).hasValue(0))
                    .then(context.limiters::decideWaiting)
                    .expectNext(1, 2)
                    .expectComplete()
                    .verify(Duration.ofSeconds(5));
            assertThat(target(context).ranOn.getName()).startsWith("parallel-");
            StepVerifier.create(context.get(Api.class).flux())
                    .then(context.limiters::decideWaiting)
                    .expectError(RateLimitExceededException.class)
                    .verify(Duration.ofSeconds(5));
        }
    }

    @Test
    void cancellingWhileItWaitsCancelsTheDecision() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            context.limiters.slow = true;
            Disposable one = context.get(Api.class).mono("alice").subscribe();
            Disposable other = context.get(Api.class).flux().subscribe();
            one.dispose();
            other.dispose();
            assertThat(context.limiters.waiting)
                    .hasSize(2)
                    .allSatisfy(call -> assertThat(call.decision()).isCancelled());
            assertThat(target(context).calls).hasValue(0);
        }
    }

    @Test
    void signalsEveryFailureAsError() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            Api api = context.get(Api.class);
            StepVerifier.create(api.broken()).verifyErrorMessage("broken");
            StepVerifier.create(api.mono(null))
                    .verifyErrorSatisfies(error -> assertThat(error)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("key '#user'"));
        }
    }

    @Test
    void tellsTheListenerInTheContext() {
        List<Decision> decisions = new ArrayList<>();
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            context.get(Api.class)
                    .mono("alice")
                    .contextWrite(view -> view.put(DecisionListener.class, (DecisionListener) decisions::add))
                    .block();
            assertThat(decisions)
                    .singleElement()
                    .satisfies(decision -> assertThat(decision.allowed()).isTrue());
        }
    }
}
