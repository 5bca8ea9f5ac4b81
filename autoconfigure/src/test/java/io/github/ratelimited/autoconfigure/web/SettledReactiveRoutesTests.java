package io.github.ratelimited.autoconfigure.web;

import java.time.Duration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class SettledReactiveRoutesTests extends SettledRoutesContract {

    SettledReactiveRoutesTests() {
        super(WebApplicationType.REACTIVE, Application.class);
    }

    @Override
    long costOfAClientThatIsGone() {
        return 3;
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Api.class, OwnReactorResources.class})
    static class Application {}

    @RestController
    static class Api {

        @GetMapping("/status/{code}")
        Mono<ResponseEntity<String>> status(@PathVariable int code) {
            return Mono.just(ResponseEntity.status(code).body("done"));
        }

        @GetMapping("/broken")
        Mono<String> broken() {
            return Mono.error(new IllegalStateException("broken"));
        }

        @GetMapping("/denied")
        Mono<String> denied() {
            return Mono.error(new Denied());
        }

        @GetMapping("/later")
        Mono<ResponseEntity<String>> later() {
            return Mono.delay(Duration.ofMillis(50))
                    .map(passed -> ResponseEntity.accepted().body("later"));
        }

        @GetMapping(path = "/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
        Flux<Integer> stream() {
            return Flux.interval(Duration.ofMillis(10)).onBackpressureDrop().map(passed -> SENT.incrementAndGet());
        }

        @GetMapping({"/wrong", "/watched", "/rejected"})
        Mono<String> any() {
            return Mono.just("done");
        }
    }
}
