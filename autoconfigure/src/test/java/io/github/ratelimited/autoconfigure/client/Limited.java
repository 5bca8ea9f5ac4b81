package io.github.ratelimited.autoconfigure.client;

import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientPropertiesAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientObservationAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestTemplateAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.WebClientObservationAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.service.ReactiveHttpServiceClientAutoConfiguration;

/** An application that has all clients of Spring Boot, and limits within the process. */
final class Limited {

    private Limited() {}

    static ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RateLimitedAutoConfiguration.class,
                        RateLimitedClientsAutoConfiguration.class,
                        HttpClientAutoConfiguration.class,
                        ImperativeHttpClientAutoConfiguration.class,
                        ReactiveHttpClientAutoConfiguration.class,
                        HttpServiceClientPropertiesAutoConfiguration.class,
                        RestClientAutoConfiguration.class,
                        RestTemplateAutoConfiguration.class,
                        HttpServiceClientAutoConfiguration.class,
                        WebClientAutoConfiguration.class,
                        ReactiveHttpServiceClientAutoConfiguration.class,
                        ObservationAutoConfiguration.class,
                        RestClientObservationAutoConfiguration.class,
                        WebClientObservationAutoConfiguration.class))
                .withPropertyValues("ratelimited.store=local");
    }

    static String[] entry(String id, String... settings) {
        return Stream.of(settings)
                .map(setting -> "ratelimited.clients." + id + "." + setting)
                .toArray(String[]::new);
    }

    static String[] limiter(String name, int rate, String interval) {
        return new String[] {
            "ratelimited.limiters." + name + ".rate=" + rate, "ratelimited.limiters." + name + ".interval=" + interval
        };
    }
}
