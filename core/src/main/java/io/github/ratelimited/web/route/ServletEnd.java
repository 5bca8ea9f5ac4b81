package io.github.ratelimited.web.route;

import io.github.ratelimited.rule.CountedRequest;
import io.github.ratelimited.web.RateLimitProblems;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Waits for the end of a request, which asynchronous ones reach after the chain, and settles it then. */
final class ServletEnd implements AsyncListener {

    private final CountedRequest counted;
    private final HttpServletResponse response;
    private volatile @Nullable Throwable error;

    private ServletEnd(CountedRequest counted, HttpServletResponse response) {
        this.counted = counted;
        this.response = response;
    }

    static void await(
            CountedRequest counted, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } catch (Throwable ex) {
            counted.end(RateLimitProblems.statusOf(ex).value(), thrown(ex));
            throw ex;
        }
        if (request.isAsyncStarted()) {
            request.getAsyncContext().addListener(new ServletEnd(counted, response));
        } else {
            counted.end(response.getStatus(), null);
        }
    }

    private static Throwable thrown(Throwable escaped) {
        Throwable cause = escaped instanceof ServletException servlet ? servlet.getRootCause() : null;
        return cause != null ? cause : escaped;
    }

    @Override
    public void onComplete(AsyncEvent event) {
        counted.end(response.getStatus(), error);
    }

    @Override
    public void onError(AsyncEvent event) {
        error = event.getThrowable();
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this);
    }
}
