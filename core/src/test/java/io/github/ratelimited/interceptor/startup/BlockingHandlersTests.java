package io.github.ratelimited.interceptor.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.AspectContext;
import io.github.ratelimited.internal.LoggedLines;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.reactive.config.BlockingExecutionConfigurer;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import reactor.core.publisher.Mono;

class BlockingHandlersTests {

    static class Api {

        @GetMapping("/now")
        @RateLimited(name = "now", rate = 2, interval = "10s")
        public String now() {
            return "now";
        }

        @GetMapping("/later")
        @RateLimited(name = "later", rate = 2, interval = "10s")
        public Mono<String> later() {
            return Mono.just("later");
        }

        @RateLimited(name = "inside", rate = 2, interval = "10s")
        public String inside() {
            return "inside";
        }
    }

    static class WebFlux {

        @Bean
        Object webHandler() {
            return "stands for the one of WebFlux";
        }
    }

    /** As Spring Boot's own, which sets an executor with virtual threads. */
    static class BlockingThreads implements WebFluxConfigurer {

        @Override
        public void configureBlockingExecution(BlockingExecutionConfigurer configurer) {
            configurer.setExecutor(new SimpleAsyncTaskExecutor());
        }
    }

    static class OtherSettings implements WebFluxConfigurer {}

    @Test
    void areNamedAtStartupWithTheCures() {
        assertThat(warnings(AspectContext.of(Api.class, WebFlux.class, OtherSettings.class)))
                .hasSize(1);
        assertThat(warnings(AspectContext.of(Api.class, WebFlux.class)))
                .singleElement()
                .asString()
                .contains("Return a Mono or a Flux")
                .contains("spring.threads.virtual.enabled=true")
                .contains("Schedulers.boundedElastic()")
                .contains("Api.now()")
                .doesNotContain("Api.later()")
                .doesNotContain("Api.inside()");
    }

    @Test
    void areFineWhereThreadsMayBlock() {
        assertThat(warnings(AspectContext.of(Api.class))).isEmpty();
        assertThat(warnings(AspectContext.of(Api.class, WebFlux.class, BlockingThreads.class)))
                .isEmpty();
        assertThat(warnings(
                        AspectContext.of(Api.class, WebFlux.class).properties(Map.of("ratelimited.store", "local"))))
                .isEmpty();
    }

    private static List<String> warnings(AspectContext context) {
        try (context;
                LoggedLines log = LoggedLines.of(BlockingHandlers.class)) {
            context.start();
            return log.warnings();
        }
    }
}
