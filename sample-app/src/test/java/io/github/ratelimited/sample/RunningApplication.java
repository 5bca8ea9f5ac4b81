package io.github.ratelimited.sample;

import io.github.ratelimited.RateLimiters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application on a free port, as a client over HTTP sees it. */
public record RunningApplication(ConfigurableApplicationContext context, HttpClient client) implements AutoCloseable {

    public static RunningApplication start(String... settings) {
        return of(SampleApplication.class, settings);
    }

    public static RunningApplication of(Class<?> application, String... settings) {
        String[] arguments =
                Stream.concat(Stream.of("--server.port=0"), Stream.of(settings)).toArray(String[]::new);
        return new RunningApplication(
                new SpringApplicationBuilder(application)
                        // On a busy machine Redis takes longer than it has by default.
                        .properties("ratelimited.redis.timeout=20s", "spring.data.redis.connect-timeout=20s")
                        .run(arguments),
                HttpClient.newHttpClient());
    }

    String url() {
        return "http://localhost:" + context.getEnvironment().getRequiredProperty("local.server.port");
    }

    HttpResponse<String> greet(String user) {
        return get("/api/greetings?user=" + URLEncoder.encode(user, StandardCharsets.UTF_8));
    }

    public HttpResponse<String> get(String path) {
        return send("GET", path, "");
    }

    public HttpResponse<String> send(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Forgets all use, also that of the user for whom the page calls. */
    public void forget() {
        RateLimiters limiters = context.getBean(RateLimiters.class);
        for (String name : limiters.names()) {
            limiters.get(name).reset();
            limiters.get(name).forKey("alice").reset();
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
