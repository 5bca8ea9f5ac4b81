package io.github.ratelimited.interceptor.startup;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.AspectContext;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
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
        Logger logger = (Logger) LoggerFactory.getLogger(BlockingHandlers.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try (context) {
            context.start();
        } finally {
            logger.detachAppender(log);
        }
        return log.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
