package io.github.ratelimited.autoconfigure.web;

import java.util.concurrent.Callable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

class SettledServletRoutesTests extends SettledRoutesContract {

    SettledServletRoutesTests() {
        super(WebApplicationType.SERVLET, Application.class);
    }

    @Override
    long costOfAClientThatIsGone() {
        return 7;
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Api.class)
    static class Application {}

    @RestController
    static class Api {

        @GetMapping("/status/{code}")
        ResponseEntity<String> status(@PathVariable int code) {
            return ResponseEntity.status(code).body("done");
        }

        @GetMapping("/broken")
        String broken() {
            throw new IllegalStateException("broken");
        }

        @GetMapping("/denied")
        String denied() {
            throw new Denied();
        }

        @GetMapping("/later")
        Callable<ResponseEntity<String>> later() {
            return () -> ResponseEntity.accepted().body("later");
        }

        @GetMapping("/stream")
        StreamingResponseBody stream() {
            return out -> {
                while (true) {
                    out.write(new byte[10_000]);
                    out.flush();
                    SENT.incrementAndGet();
                }
            };
        }

        @GetMapping({"/wrong", "/watched", "/rejected"})
        String any() {
            return "done";
        }
    }
}
