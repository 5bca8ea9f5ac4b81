package io.github.ratelimited.web;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Sends the client of a request the decisions made on its thread, in the fields
 * {@code RateLimit-Policy} and {@code RateLimit}. As a filter for asynchronous dispatches it also sends those that
 * other threads have come to meanwhile. Safe for use by many threads.
 */
public final class ServletRateLimitFields implements DecisionListener, Filter {

    private static final String FIELDS = RateLimitFields.class.getName();

    private final Disclosure disclosure;

    /** Makes the listener and filter, with what clients may learn. */
    public ServletRateLimitFields(Disclosure disclosure) {
        this.disclosure = disclosure;
    }

    @Override
    public void onDecision(Decision decision) {
        ServletRequestAttributes request = request();
        HttpServletResponse response = request == null ? null : request.getResponse();
        if (request != null && response != null) {
            try {
                RateLimitFields fields = fields(request);
                fields.onDecision(decision);
                write(fields, response);
            } catch (IllegalStateException answered) {
                // A task has outlived the request that it was given.
            }
        }
    }

    /** Only gathers on other threads, because they must not touch a response that the container's may work on. */
    @Override
    public DecisionListener onCall() {
        ServletRequestAttributes request = request();
        RateLimitFields fields = request == null ? null : fieldsUnlessAnswered(request);
        if (fields == null) {
            return ignored -> {};
        }
        Thread caller = Thread.currentThread();
        return decision -> {
            if (Thread.currentThread() == caller && request == request()) {
                onDecision(decision);
            } else {
                fields.onDecision(decision);
            }
        };
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getAttribute(FIELDS) instanceof RateLimitFields fields
                && response instanceof HttpServletResponse http) {
            write(fields, http);
        }
        chain.doFilter(request, response);
    }

    private static @Nullable ServletRequestAttributes request() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes request ? request : null;
    }

    private @Nullable RateLimitFields fieldsUnlessAnswered(ServletRequestAttributes request) {
        try {
            return fields(request);
        } catch (IllegalStateException answered) {
            return null;
        }
    }

    private RateLimitFields fields(ServletRequestAttributes request) {
        if (request.getAttribute(FIELDS, RequestAttributes.SCOPE_REQUEST) instanceof RateLimitFields fields) {
            return fields;
        }
        RateLimitFields fields = new RateLimitFields(disclosure);
        request.setAttribute(FIELDS, fields, RequestAttributes.SCOPE_REQUEST);
        return fields;
    }

    private static void write(RateLimitFields fields, HttpServletResponse response) {
        if (!response.isCommitted()) {
            fields.write(response::setHeader);
        }
    }
}
