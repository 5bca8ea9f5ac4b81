package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimited;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Mono;

/** What listeners throw fails no call and keeps no other listener from being told. */
class ThrowingListenersTests {

    static class Api {

        @RateLimited(name = "sync", rate = 10, interval = "10s")
        public String now() {
            return "now";
        }

        @RateLimited(name = "stage", rate = 10, interval = "10s")
        public CompletionStage<String> later() {
            return CompletableFuture.completedFuture("later");
        }

        @RateLimited(name = "mono", rate = 10, interval = "10s")
        public Mono<String> mono() {
            return Mono.just("mono");
        }
    }

    @Order(1)
    static class Broken implements DecisionListener {

        @Override
        public void onDecision(Decision decision) {
            throw new StackOverflowError("onDecision");
        }
    }

    @Order(2)
    static class BrokenOnCall implements DecisionListener {

        @Override
        public void onDecision(Decision decision) {}

        @Override
        public DecisionListener onCall() {
            throw new IllegalStateException("onCall");
        }
    }

    @Order(3)
    static class Healthy extends RateLimitInterceptorTests.Waiting {}

    @Test
    void callsOfEveryKindGoOn() {
        AspectContext aspect = AspectContext.of(Api.class);
        aspect.context().register(Broken.class, BrokenOnCall.class, Healthy.class);
        try (AspectContext context = aspect.start()) {
            Api api = context.get(Api.class);
            assertThat(api.now()).isEqualTo("now");
            assertThat(api.later()).isCompletedWithValue("later");
            assertThat(api.mono()
                            .contextWrite(view -> view.put(DecisionListener.class, new Broken()))
                            .block())
                    .isEqualTo("mono");
            assertThat(context.get(Healthy.class).decisions).hasSize(3);
        }
    }
}
