package io.github.ratelimited.web;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Has {@link RateLimitProblems}, or an advice of the application, answer where Spring MVC does not ask one: what comes out
 * of a filter behind this one. Answers with the status and {@code Retry-After} where none does. Safe for use by many
 * threads.
 */
public final class ServletRateLimitProblems implements Filter {

    private final Supplier<List<HandlerExceptionResolver>> resolvers;
    private final ServletCors cors;

    /**
     * Makes the filter.
     *
     * @param resolvers what asks the advices, and what comes before; found at the first rejection
     * @param cors lets other origins read rejections
     */
    public ServletRateLimitProblems(Supplier<List<HandlerExceptionResolver>> resolvers, ServletCors cors) {
        this.resolvers = SingletonSupplier.of(resolvers);
        this.cors = cors;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } catch (ServletException | RuntimeException ex) {
            RuntimeException rejection = RateLimitProblems.rejection(ex);
            if (rejection != null
                    && isAnswered((HttpServletRequest) request, (HttpServletResponse) response, rejection)) {
                return;
            }
            if (rejection == null || response.isCommitted()) {
                throw ex;
            }
            withStatus((HttpServletResponse) response, rejection);
        }
    }

    /** No advice answers, or nothing can write what it says. The container shows its page for the status then. */
    private static void withStatus(HttpServletResponse response, RuntimeException rejection) throws IOException {
        String retryAfter = RateLimitProblems.retryAfter(rejection);
        if (retryAfter != null) {
            response.setHeader(HttpHeaders.RETRY_AFTER, retryAfter);
        }
        response.sendError(RateLimitProblems.status(rejection).value());
    }

    /** An advice that names a view has not answered: only a dispatcher can show one. */
    private boolean isAnswered(HttpServletRequest request, HttpServletResponse response, RuntimeException rejection)
            throws IOException {
        if (response.isCommitted()) {
            return false;
        }
        if (!cors.allows(request, response)) {
            return true;
        }
        response.resetBuffer();
        response.setContentType(null);
        for (HandlerExceptionResolver resolver : resolvers.get()) {
            ModelAndView view = resolver.resolveException(request, response, null, rejection);
            if (view != null) {
                return view.isEmpty();
            }
        }
        return false;
    }
}
