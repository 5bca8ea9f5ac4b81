package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiters;
import jakarta.servlet.Filter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that filters need are made before the web server, and so before all others. */
class LastCallsOfFiltersTests {

    record Audit(ObjectProvider<RateLimiters> limiters, List<Boolean> granted) implements DisposableBean {

        @Override
        public void destroy() {
            granted.add(limiters.getObject().get("audit").tryAcquire());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        private final List<Boolean> granted = new CopyOnWriteArrayList<>();

        @Bean
        Audit audit(ObjectProvider<RateLimiters> limiters) {
            return new Audit(limiters, granted);
        }

        @Bean
        Filter auditing(Audit audit) {
            return (request, response, chain) -> chain.doFilter(request, response);
        }
    }

    @Test
    void areDecided() {
        List<Boolean> granted;
        try (Server server = Server.start(
                WebApplicationType.SERVLET,
                Application.class,
                "--ratelimited.store=local",
                "--ratelimited.limiters.audit.rate=5",
                "--ratelimited.limiters.audit.interval=1h")) {
            granted = server.context().getBean(Audit.class).granted();
        }
        assertThat(granted).containsExactly(true);
    }
}
