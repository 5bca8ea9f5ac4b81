package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

class ServletAudienceTests extends AudienceContract {

    ServletAudienceTests() {
        super(WebApplicationType.SERVLET, Application.class);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Api.class, Depot.class})
    static class Application {}

    @RestController
    static class Api {

        private final RestClient client;
        private final Depot depot;
        private final RateLimiter asked;

        Api(RestClient.Builder client, Depot depot, RateLimiters limiters, @Value("${vendor}") String vendor) {
            this.client = client.baseUrl(vendor).build();
            this.depot = depot;
            this.asked = limiters.get("asked");
        }

        @GetMapping({"/vendor", "/loud", "/greedy"})
        void send(jakarta.servlet.http.HttpServletRequest request) {
            client.get()
                    .uri(request.getRequestURI().equals("/vendor") ? "/" : request.getRequestURI())
                    .retrieve()
                    .toBodilessEntity();
        }

        @GetMapping("/silent")
        String silent() {
            return depot.take();
        }

        @GetMapping("/asked")
        String asked(@RequestParam(defaultValue = "1") long permits) {
            return asked.hold(permits, Duration.ZERO).decision().audience().name();
        }

        @GetMapping("/hidden")
        String hidden() {
            return "found";
        }
    }
}
