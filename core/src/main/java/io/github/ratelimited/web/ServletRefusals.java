package io.github.ratelimited.web;

import io.github.ratelimited.RateLimitExceededException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.ExceptionHandlerMethodResolver;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.support.RequestContextUtils;

/**
 * Answers refused calls of controllers as {@link RateLimitAdvice} does, without asking all advices first, which costs more
 * than the rest of a refused request. Leaves to them whatever the application may want to answer or change itself. Safe
 * for use by many threads.
 */
public final class ServletRefusals implements HandlerExceptionResolver, Ordered {

    private final RateLimitProblems problems;
    private final Supplier<Optional<RefusalWriter>> writer;
    private final ConcurrentMap<Class<?>, Boolean> answering = new ConcurrentHashMap<>();

    /**
     * Makes the resolver.
     *
     * @param problems the answers
     * @param writer writes them; looked for at the first refusal; empty where the application decides
     */
    public ServletRefusals(RateLimitProblems problems, Supplier<Optional<RefusalWriter>> writer) {
        this.problems = problems;
        this.writer = SingletonSupplier.of(writer);
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception ex) {
        if (!(ex instanceof RateLimitExceededException refused)
                || !(handler instanceof HandlerMethod method)
                || response.isCommitted()) {
            return null;
        }
        @Nullable RefusalWriter found = writer.get().orElse(null);
        if (found == null || !wantsJson(found, request) || answersItself(method.getBeanType())) {
            return null;
        }
        try {
            write(found, problems.answer(refused, RequestContextUtils.getLocale(request)), request, response);
            return new ModelAndView();
        } catch (IOException failure) {
            // The client is gone, which whoever comes next finds out too.
            return null;
        }
    }

    private boolean answersItself(Class<?> controller) {
        return answering.computeIfAbsent(
                controller, type -> new ExceptionHandlerMethodResolver(type).hasExceptionMappings());
    }

    private static boolean wantsJson(RefusalWriter writer, HttpServletRequest request) {
        try {
            List<MediaType> wanted = writer.negotiation().resolveMediaTypes(new ServletWebRequest(request));
            return wanted.get(0).includes(MediaType.APPLICATION_PROBLEM_JSON)
                    || wanted.get(0).equals(MediaType.APPLICATION_JSON);
        } catch (HttpMediaTypeNotAcceptableException ex) {
            return false;
        }
    }

    private static void write(
            RefusalWriter writer, ErrorResponse answer, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ProblemDetail body = answer.getBody();
        if (body.getInstance() == null) {
            body.setInstance(URI.create(request.getRequestURI()));
        }
        ServletServerHttpResponse output = new ServletServerHttpResponse(response);
        output.setStatusCode(answer.getStatusCode());
        output.getHeaders().putAll(answer.getHeaders());
        writer.converter().write(body, MediaType.APPLICATION_PROBLEM_JSON, output);
        output.flush();
    }

    /** Before Spring's own, and after those of the application that have an order below. */
    @Override
    public int getOrder() {
        return -1;
    }
}
