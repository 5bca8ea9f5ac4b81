package io.github.ratelimited.web;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ratelimited.RateLimitExceededException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.Encoder;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.ErrorResponse;
import org.springframework.web.reactive.HandlerResultHandler;
import org.springframework.web.reactive.accept.RequestedContentTypeResolver;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Answers requests that filters reject as {@link RateLimitAdvice} does, without asking WebFlux for all advices first, which
 * costs more than the rest of a rejected request. Safe for use by many threads.
 */
public final class ReactiveRejectionWriter {

    private final RequestedContentTypeResolver negotiation;
    private final RenderedProblems problems;

    private ReactiveRejectionWriter(RequestedContentTypeResolver negotiation, RenderedProblems problems) {
        this.negotiation = negotiation;
        this.problems = problems;
    }

    /** {@return those of an application, none where it answers rejections, changes problem details, or cannot write them} */
    public static Optional<ReactiveRejectionWriter> of(ApplicationContext context) {
        return isPlain(context) && !hasInterceptors(context) && RateLimitAdvice.comesFirst(context)
                ? find(context)
                : Optional.empty();
    }

    private static boolean isPlain(ApplicationContext context) {
        return context.getBean("requestMappingHandlerAdapter").getClass() == RequestMappingHandlerAdapter.class
                && context.getBeanProvider(HandlerResultHandler.class).stream()
                        .allMatch(handler -> handler instanceof ReactiveRejectionResults
                                || handler.getClass().getName().startsWith("org.springframework."));
    }

    private static boolean hasInterceptors(ApplicationContext context) {
        List<ErrorResponse.Interceptor> interceptors = new ArrayList<>();
        context.getBeanProvider(WebFluxConfigurer.class)
                .forEach(configurer -> configurer.addErrorResponseInterceptors(interceptors));
        return !interceptors.isEmpty();
    }

    @SuppressWarnings("unchecked")
    private static Optional<ReactiveRejectionWriter> find(ApplicationContext context) {
        ResolvableType type = ResolvableType.forClass(ProblemDetail.class);
        Optional<HttpMessageWriter<?>> found = context.getBean(ServerCodecConfigurer.class).getWriters().stream()
                .filter(writer -> writer.canWrite(type, MediaType.APPLICATION_PROBLEM_JSON))
                .findFirst();
        return found.filter(EncoderHttpMessageWriter.class::isInstance)
                .map(writer -> new ReactiveRejectionWriter(
                        context.getBean("webFluxContentTypeResolver", RequestedContentTypeResolver.class),
                        RenderedProblems.by(
                                (Encoder<Object>) ((EncoderHttpMessageWriter<?>) writer).getEncoder(),
                                context.getBean(RateLimitProblems.class),
                                Ticker.systemTicker())));
    }

    /** {@return the answer, or {@code null} where the client wants another form of it} */
    @Nullable
    Mono<Void> answer(ServerWebExchange exchange, RateLimitExceededException rejected) {
        return areWantedBy(exchange) ? write(exchange, rejected) : null;
    }

    /** {@return the answer for a client that wants it in this form, or {@code null} where it cannot be written} */
    @Nullable
    Mono<Void> write(ServerWebExchange exchange, RateLimitExceededException rejected) {
        Locale locale = exchange.getLocaleContext().getLocale();
        RenderedProblem problem = problems.of(rejected, locale != null ? locale : Locale.getDefault());
        byte @Nullable [] body = problem == null
                ? null
                : problem.about(exchange.getRequest().getPath().value());
        if (problem == null || body == null) {
            return null;
        }
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(problem.status());
        HttpHeaders headers = response.getHeaders();
        problem.headers().forEach(headers::set);
        headers.set(HttpHeaders.CONTENT_TYPE, problem.contentType());
        headers.setContentLength(body.length);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }

    /** {@return whether the client takes answers in the form that is written here} */
    boolean areWantedBy(ServerWebExchange exchange) {
        try {
            return RenderedProblems.areWantedBy(
                    negotiation.resolveMediaTypes(exchange).get(0));
        } catch (NotAcceptableStatusException ex) {
            return false;
        }
    }
}
