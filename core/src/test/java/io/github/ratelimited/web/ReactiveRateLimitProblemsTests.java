package io.github.ratelimited.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.NullRequestKeyException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.core.MethodParameter;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.reactive.DispatchExceptionHandler;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.HandlerResultHandler;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

class ReactiveRateLimitProblemsTests {

    private final AtomicInteger asked = new AtomicInteger();

    private final ReactiveRateLimitProblems problems = new ReactiveRateLimitProblems(
            () -> counted((DispatchExceptionHandler) (exchange, failure) -> Mono.just(answer())),
            () -> counted(List.<HandlerResultHandler>of(new Writer())),
            () -> counted(Optional.empty()),
            new ReactiveCors(
                    () -> counted(List.<CorsConfigurationSource>of()), () -> counted(List.<HandlerMapping>of())));

    private static final class Writer implements HandlerResultHandler {

        @Override
        public boolean supports(HandlerResult result) {
            return true;
        }

        @Override
        public Mono<Void> handleResult(ServerWebExchange exchange, HandlerResult result) {
            return Mono.empty();
        }
    }

    private static HandlerResult answer() {
        return new HandlerResult(
                new Object(), null, new MethodParameter(Object.class.getDeclaredMethods()[0], -1));
    }

    private <T> T counted(T found) {
        asked.incrementAndGet();
        return found;
    }

    private void reject() {
        problems.handle(
                        MockServerWebExchange.from(
                                MockServerHttpRequest.get("http://localhost/").header("Origin", "https://elsewhere")),
                        new NullRequestKeyException("api", "no key"))
                .block();
    }

    @Test
    void findsWhatAnswersOnce() {
        reject();
        int once = asked.get();
        reject();
        assertThat(once).isPositive();
        assertThat(asked).hasValue(once);
    }
}
