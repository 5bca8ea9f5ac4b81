package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.reactive.ReactorRateLimiter;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

class ReactiveAudienceTests extends AudienceContract {

    ReactiveAudienceTests() {
        super(WebApplicationType.REACTIVE, Application.class);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Api.class, ReactiveDepot.class, OwnReactorResources.class})
    static class Application {}

    /** Is limited for what stands behind it. */
    static class ReactiveDepot {

        @RateLimited(name = "silent", rate = 1, interval = "1h")
        public Mono<String> take() {
            return Mono.just("taken");
        }
    }

    @RestController
    static class Api {

        private final WebClient client;
        private final ReactiveDepot depot;
        private final ReactorRateLimiter asked;

        Api(WebClient.Builder client, ReactiveDepot depot, RateLimiters limiters, @Value("${vendor}") String vendor) {
            this.client = client.baseUrl(vendor).build();
            this.depot = depot;
            this.asked = ReactorRateLimiter.of(limiters.get("asked"));
        }

        @GetMapping({"/vendor", "/loud", "/greedy"})
        Mono<Void> send(ServerHttpRequest request) {
            String path = request.getPath().value().equals("/vendor")
                    ? "/"
                    : request.getPath().value();
            return client.get().uri(path).retrieve().toBodilessEntity().then();
        }

        @GetMapping("/silent")
        Mono<String> silent() {
            return depot.take();
        }

        @GetMapping("/asked")
        Mono<String> asked(@RequestParam(defaultValue = "1") long permits) {
            return asked.hold(permits, Duration.ZERO)
                    .map(hold -> hold.decision().audience().name());
        }

        @GetMapping("/hidden")
        String hidden() {
            return "found";
        }
    }
}
