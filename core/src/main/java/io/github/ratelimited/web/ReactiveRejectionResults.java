package io.github.ratelimited.web;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.interceptor.invocation.ReactiveResult;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.ErrorResponse;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.HandlerResultHandler;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Answers rejected calls of limited controllers of WebFlux at once, as {@link ReactiveRejectionWriter} does for filters, and
 * leaves to the exception handlers whatever the application may want to answer itself. Lets the status of what
 * {@link RateLimitAdvice} answers stand alone where nothing can write problem details, as where the application has no codec
 * for JSON. Has the other handlers write all else. Safe for use by many threads.
 */
public final class ReactiveRejectionResults implements HandlerResultHandler, Ordered {

    private final Supplier<List<HandlerResultHandler>> others;
    private final Supplier<Optional<ReactiveRejectionWriter>> rejections;
    private final BiPredicate<Method, Class<?>> limited;
    private final OwnExceptionHandlers own = new OwnExceptionHandlers();

    /**
     * Makes the handler.
     *
     * @param handlers what writes results, in the order of WebFlux; found at the first call
     * @param rejections answers rejections; found at the first call; empty where the application decides
     * @param limited whether a method of a class is limited
     */
    public ReactiveRejectionResults(
            Supplier<List<HandlerResultHandler>> handlers,
            Supplier<Optional<ReactiveRejectionWriter>> rejections,
            BiPredicate<Method, Class<?>> limited) {
        this.others = SingletonSupplier.of(() -> handlers.get().stream()
                .filter(handler -> !(handler instanceof ReactiveRejectionResults))
                .toList());
        this.rejections = SingletonSupplier.of(rejections);
        this.limited = limited;
    }

    @Override
    public boolean supports(HandlerResult result) {
        return advised(result) != null
                || result.getHandler() instanceof HandlerMethod method
                        && limited.test(method.getMethod(), method.getBeanType())
                        && !own.areBeside(method)
                        && rejections.get().isPresent();
    }

    /** What an advice of the library answers, or {@code null} for any other result. */
    private static @Nullable ErrorResponse advised(HandlerResult result) {
        return result.getReturnValue() instanceof ErrorResponse answer
                        && result.getHandler() instanceof HandlerMethod method
                        && RateLimitAdvice.class.isAssignableFrom(method.getBeanType())
                ? answer
                : null;
    }

    @Override
    public Mono<Void> handleResult(ServerWebExchange exchange, HandlerResult result) {
        ErrorResponse advised = advised(result);
        return advised != null
                ? write(exchange, result)
                        .onErrorResume(
                                ReactiveRejectionResults::isUnwritable,
                                unwritten -> withoutBody(exchange.getResponse(), advised, unwritten))
                : writeUnlessRejected(exchange, result);
    }

    private Mono<Void> writeUnlessRejected(ServerWebExchange exchange, HandlerResult result) {
        ReactiveRejectionWriter answers = rejections.get().orElse(null);
        if (answers == null || !answers.areWantedBy(exchange)) {
            return write(exchange, result);
        }
        Mono<Void> written = result.getReturnValue() instanceof ReactiveResult limited
                ? limited.decided(allowed -> write(exchange, with(allowed, result)))
                : write(exchange, result);
        return written.onErrorResume(RateLimitExceededException.class, rejected -> answer(answers, exchange, rejected));
    }

    private static HandlerResult with(Publisher<Object> allowed, HandlerResult result) {
        return new HandlerResult(
                result.getHandler(), allowed, result.getReturnTypeSource(), result.getBindingContext());
    }

    private Mono<Void> write(ServerWebExchange exchange, HandlerResult result) {
        for (HandlerResultHandler other : others.get()) {
            if (other.supports(result)) {
                return other.handleResult(exchange, result);
            }
        }
        return Mono.error(new IllegalStateException("No HandlerResultHandler for " + result.getReturnValue()));
    }

    private static Mono<Void> answer(
            ReactiveRejectionWriter answers, ServerWebExchange exchange, RateLimitExceededException rejected) {
        if (exchange.getResponse().isCommitted()) {
            return Mono.error(rejected);
        }
        exchange.getResponse().getHeaders().clearContentHeaders();
        Mono<Void> answer = answers.write(exchange, rejected);
        return answer != null ? answer : Mono.error(rejected);
    }

    private static boolean isUnwritable(Throwable failure) {
        return failure instanceof IllegalStateException || failure instanceof HttpMessageNotWritableException;
    }

    private static Mono<Void> withoutBody(ServerHttpResponse response, ErrorResponse answer, Throwable unwritten) {
        if (response.isCommitted()) {
            return Mono.error(unwritten);
        }
        HttpHeaders headers = response.getHeaders();
        answer.getHeaders().forEach(headers::put);
        headers.clearContentHeaders();
        response.setStatusCode(answer.getStatusCode());
        return response.setComplete();
    }

    /** Before those of Spring, which begin at 0. */
    @Override
    public int getOrder() {
        return -1;
    }
}
