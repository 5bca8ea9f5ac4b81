package io.github.ratelimited.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Shows limits at work, at {@code http://localhost:8080}. Brings its own Redis unless it is given one. */
@SpringBootApplication(proxyBeanMethods = false)
class SampleApplication {

    /**
     * Starts the application.
     *
     * @param args settings, such as {@code --server.port=8081}
     */
    public static void main(String[] args) {
        SpringApplication.run(SampleApplication.class, args);
    }
}
