package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.invocation.ReactiveResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Calls that are decided before somebody prepares for what they give. */
class ReactiveResultTests {

    static class Api {

        @RateLimited(name = "mono", rate = 1, interval = "10s")
        public Mono<Integer> mono() {
            return Mono.just(1);
        }

        @RateLimited(name = "flux", rate = 1, interval = "10s")
        public Flux<Integer> flux() {
            return Flux.just(1, 2);
        }

        @RateLimited(name = "settled", rate = 9, interval = "10s", permits = "5", settle = "#result")
        public Mono<Integer> settled() {
            return Mono.just(3);
        }
    }

    @AutoClose
    private final AspectContext context = AspectContext.of(Api.class).start();

    private final List<Object> given = new ArrayList<>();

    private ReactiveResult call(String method) {
        Api api = context.get(Api.class);
        Object result = switch (method) {
            case "mono" -> api.mono();
            case "flux" -> api.flux();
            default -> api.settled();
        };
        return (ReactiveResult) result;
    }

    private Mono<Void> collect(Publisher<Object> result) {
        return Flux.from(result).doOnNext(given::add).then();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mono", "flux"})
    void nobodyGoesOnWithARejectedCall(String method) {
        StepVerifier.create(call(method).decided(this::collect)).verifyComplete();
        assertThat(given).startsWith(1);
        StepVerifier.create(call(method).decided(result -> {
                    throw new AssertionError("rejected");
                }))
                .verifyError(RateLimitExceededException.class);
        assertThat(context.limiters.asked).hasSize(2);
    }

    @Test
    void nobodyIsAskedBeforeTheSubscription() {
        Mono<Void> decided = call("mono").decided(this::collect);
        assertThat(context.limiters.asked).isEmpty();
        decided.block();
        assertThat(context.limiters.asked).hasSize(1);
    }

    @Test
    void permitsGoBackWhereNobodySubscribes() {
        context.limiters.slow = true;
        StepVerifier.create(call("mono").decided(result -> Mono.error(new IllegalStateException("not acceptable"))))
                .then(context.limiters::decideWaiting)
                .verifyErrorMessage("not acceptable");
        Awaitility.await()
                .untilAsserted(() -> assertThat(context.limiters.settled).containsExactly("mono=1->0"));
    }

    @Test
    void permitsGoBackWhereNobodyCanGoOn() {
        context.limiters.slow = true;
        StepVerifier.create(call("settled").decided(result -> {
                    throw new IllegalStateException("not acceptable");
                }))
                .then(context.limiters::decideWaiting)
                .verifyErrorMessage("not acceptable");
        Awaitility.await()
                .untilAsserted(() -> assertThat(context.limiters.settled).containsExactly("settled=5->0"));
    }

    @Test
    void permitsOfACallThatBeganStay() {
        context.limiters.slow = true;
        StepVerifier.create(call("mono")
                        .decided(result -> collect(result).then(Mono.error(new IllegalStateException("later")))))
                .then(context.limiters::decideWaiting)
                .verifyErrorMessage("later");
        assertThat(given).containsExactly(1);
        assertThat(context.limiters.settled).isEmpty();
    }

    @Test
    void costIsSettledWithTheResult() {
        call("settled").decided(this::collect).block();
        assertThat(given).containsExactly(3);
        assertThat(context.limiters.settled).containsExactly("settled=5->3");
    }

    @Test
    void aLateDecisionIsAwaited() {
        context.limiters.slow = true;
        StepVerifier.create(call("flux").decided(this::collect))
                .then(context.limiters::decideWaiting)
                .expectComplete()
                .verify(Duration.ofSeconds(20));
        assertThat(given).containsExactly(1, 2);
    }

    @Test
    void aCallerWhoGoesAwayTakesNothing() {
        context.limiters.slow = true;
        Disposable caller = call("mono").decided(this::collect).subscribe();
        caller.dispose();
        assertThat(context.limiters.waiting)
                .singleElement()
                .satisfies(call -> assertThat(call.decision()).isCancelled());
    }

    @Test
    void aCallerWhoGoesAwayBeforeTheResultIsWantedTakesNothing() throws InterruptedException {
        context.limiters.slow = true;
        CountDownLatch told = new CountDownLatch(1);
        Disposable caller = call("mono")
                .decided(result -> {
                    told.countDown();
                    return Mono.never();
                })
                .subscribe();
        context.limiters.decideWaiting();
        assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
        caller.dispose();
        Awaitility.await()
                .untilAsserted(() -> assertThat(context.limiters.settled).containsExactly("mono=1->0"));
    }
}
