package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** What reactive methods cost. */
class SettleReactiveTests {

    private static final String EVERY_END = "#error == null ? #count + (#result == null ? 0 : #result)"
            + " : #error instanceof T(java.util.concurrent.CancellationException) ? 30 : 40 + #count";

    static class Api {

        final Sinks.One<Integer> one = Sinks.one();
        final Sinks.Many<Integer> many = Sinks.many().unicast().onBackpressureBuffer();
        volatile boolean ran;

        @RateLimited(
                name = "mono",
                rate = 100,
                interval = "1m",
                permits = "50",
                settle =
                        "#error == null ? #result : #error instanceof T(java.util.concurrent.CancellationException) ? 30 : 40")
        public Mono<Integer> mono() {
            ran = true;
            return one.asMono();
        }

        @RateLimited(name = "optional", rate = 100, interval = "1m", permits = "50", settle = "#result")
        public Mono<Optional<Integer>> optional() {
            return Mono.just(Optional.of(5));
        }

        @RateLimited(name = "empty", rate = 100, interval = "1m", permits = "50", settle = "#result == null ? 6 : 7")
        public Mono<Void> empty() {
            return Mono.empty();
        }

        @RateLimited(name = "flux", rate = 100, interval = "1m", permits = "50", settle = EVERY_END)
        public Flux<Integer> flux() {
            ran = true;
            return many.asFlux();
        }

        @RateLimited(name = "count", rate = 100, interval = "1m", permits = "50", settle = "#count")
        public Flux<Integer> count() {
            return many.asFlux();
        }

        @RateLimited(name = "broken", rate = 100, interval = "1m", permits = "50", settle = EVERY_END)
        public Flux<Integer> broken() {
            throw new IllegalStateException("broken");
        }

        @RateLimited(name = "plain", rate = 100, interval = "1m", permits = "50")
        public Flux<Integer> plain() {
            ran = true;
            return many.asFlux();
        }
    }

    private static AspectContext start(boolean late) {
        AspectContext context = AspectContext.of(Api.class).start();
        context.limiters.slow = late;
        return context;
    }

    private static Api target(AspectContext context) {
        return (Api) AspectContext.target(context.get(Api.class));
    }

    private static void awaitSubscription(AspectContext context, boolean late) {
        context.limiters.decideWaiting();
        Awaitility.await()
                .until(() -> target(context).ran
                        && (target(context).many.currentSubscriberCount() > 0
                                || target(context).one.currentSubscriberCount() > 0));
        assertThat(context.limiters.settled).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMonoSettlesWithItsResult(boolean late) {
        try (AspectContext context = start(late)) {
            StepVerifier.create(context.get(Api.class).mono())
                    .then(() -> awaitSubscription(context, late))
                    .then(() -> target(context).one.tryEmitValue(5))
                    .expectNext(5)
                    .expectComplete()
                    .verify(Duration.ofSeconds(20));
            assertThat(context.limiters.settled).containsExactly("mono=50->5");
        }
    }

    @Test
    void aMonoSettlesWithItsErrorOrCancellation() {
        try (AspectContext context = start(false)) {
            context.get(Api.class).mono().subscribe().dispose();
            StepVerifier.create(context.get(Api.class).mono())
                    .then(() -> target(context).one.tryEmitError(new IllegalStateException("failed")))
                    .verifyErrorMessage("failed");
            assertThat(context.limiters.settled).containsExactly("mono=50->30", "mono=50->40");
        }
    }

    @Test
    void eachSubscriptionSettlesItself() {
        try (AspectContext context = start(false)) {
            Mono<Optional<Integer>> optional = context.get(Api.class).optional();
            optional.block();
            optional.block();
            context.get(Api.class).empty().block();
            assertThat(context.limiters.settled).containsExactly("optional=50->5", "optional=50->5", "empty=50->6");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFluxSettlesWithCountAndLastElement(boolean late) {
        try (AspectContext context = start(late)) {
            StepVerifier.create(context.get(Api.class).flux())
                    .then(() -> awaitSubscription(context, late))
                    .then(() -> target(context).many.tryEmitNext(3))
                    .then(() -> target(context).many.tryEmitNext(9))
                    .then(() -> target(context).many.tryEmitComplete())
                    .expectNext(3, 9)
                    .expectComplete()
                    .verify(Duration.ofSeconds(20));
            assertThat(context.limiters.settled).containsExactly("flux=50->11");
        }
    }

    @Test
    void aFluxThatFailsSettlesWithWhatHadCome() {
        try (AspectContext context = start(false)) {
            StepVerifier.create(context.get(Api.class).flux())
                    .then(() -> target(context).many.tryEmitNext(3))
                    .then(() -> target(context).many.tryEmitError(new IllegalStateException("failed")))
                    .expectNext(3)
                    .verifyErrorMessage("failed");
            StepVerifier.create(context.get(Api.class).broken()).verifyErrorMessage("broken");
            assertThat(context.limiters.settled).containsExactly("flux=50->41", "broken=50->40");
        }
    }

    @Test
    void aFluxThatIsCancelledSettlesWithWhatHadCome() {
        try (AspectContext context = start(false)) {
            for (int i = 1; i <= 5; i++) {
                target(context).many.tryEmitNext(i);
            }
            context.get(Api.class).count().take(3).blockLast();
            assertThat(context.limiters.settled).containsExactly("count=50->3");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"flux", "plain"})
    void aCallThatIsCancelledBetweenGrantAndMethodTakesNothing(String method) throws InterruptedException {
        CountDownLatch released = new CountDownLatch(1);
        for (int i = 0; i < Schedulers.DEFAULT_POOL_SIZE; i++) {
            Schedulers.parallel().schedule(() -> awaitUninterruptibly(released));
        }
        try (AspectContext context = start(true)) {
            Api api = context.get(Api.class);
            Disposable call = (method.equals("flux") ? api.flux() : api.plain()).subscribe();
            context.limiters.decideWaiting();
            assertThat(context.limiters.used.values()).containsExactly(50L);
            call.dispose();
            assertThat(context.limiters.used.values()).containsExactly(0L);
            released.countDown();
            CountDownLatch all = new CountDownLatch(Schedulers.DEFAULT_POOL_SIZE);
            for (int i = 0; i < Schedulers.DEFAULT_POOL_SIZE; i++) {
                Schedulers.parallel().schedule(all::countDown);
            }
            all.await();
            assertThat(target(context).ran).isFalse();
            assertThat(context.limiters.settled).containsExactly(method + "=50->0");
        } finally {
            released.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
