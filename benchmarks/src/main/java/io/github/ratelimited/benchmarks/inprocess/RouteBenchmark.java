package io.github.ratelimited.benchmarks.inprocess;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.benchmarks.application.WebApplication;
import io.github.ratelimited.web.route.ServletRoutes;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockServletContext;

/** A request that passes the filter of routes, and a call of the limiter behind it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RouteBenchmark {

    private final ConfigurableApplicationContext context =
            WebApplication.start(WebApplicationType.SERVLET, "--ratelimited.store=local");
    private final ServletRoutes routes = (ServletRoutes)
            Objects.requireNonNull(context.getBean("rateLimitRoutesBeforeAuthentication", FilterRegistrationBean.class)
                    .getFilter());
    private final RateLimiter limiter = context.getBean(RateLimiters.class).get("open");
    private final ServletContext container = new MockServletContext();
    private final FilterChain chain = (request, answer) -> {};

    /** Ends the application. */
    @TearDown
    public void close() {
        context.close();
    }

    /**
     * The limiter without the filter.
     *
     * @return whether it was granted
     */
    @Benchmark
    public boolean store() {
        return limiter.forKey("alice").tryAcquire();
    }

    /**
     * A request without the filter: each has objects of its own.
     *
     * @throws IOException never
     * @throws ServletException never
     */
    @Benchmark
    public void unfiltered() throws IOException, ServletException {
        chain.doFilter(request("/free/alice"), new MockHttpServletResponse());
    }

    /**
     * A request that no route is for.
     *
     * @throws IOException never
     * @throws ServletException never
     */
    @Benchmark
    public void unmatched() throws IOException, ServletException {
        routes.doFilter(request("/free/alice"), new MockHttpServletResponse(), chain);
    }

    /**
     * A request that a route with a key is for.
     *
     * @throws IOException never
     * @throws ServletException never
     */
    @Benchmark
    public void matched() throws IOException, ServletException {
        routes.doFilter(request("/open/alice"), new MockHttpServletResponse(), chain);
    }

    private MockHttpServletRequest request(String path) {
        return new MockHttpServletRequest(container, "GET", path);
    }
}
