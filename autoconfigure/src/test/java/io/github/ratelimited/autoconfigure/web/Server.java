package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.launcher.Redis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application on a free port, as a client over HTTP sees it. */
public record Server(ConfigurableApplicationContext context, HttpClient client) implements AutoCloseable {

    public static Server start(WebApplicationType type, Class<?> application, String... settings) {
        Stream<String> always = Stream.of(
                "server.port=0",
                "spring.autoconfigure.exclude=org.redisson.spring.starter.RedissonAutoConfigurationV4",
                "spring.data.redis.url=" + Redis.shared().url(),
                "ratelimited.prefix=http-" + UUID.randomUUID(),
                "spring.data.redis.connect-timeout=20s",
                "ratelimited.redis.timeout=20s");
        return new Server(
                new SpringApplicationBuilder(application)
                        .web(type)
                        .properties(always.toArray(String[]::new))
                        .run(settings),
                HttpClient.newHttpClient());
    }

    public HttpResponse<String> get(String path, String... headers) {
        HttpRequest.Builder request = request(path);
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    public HttpResponse<String> post(String path, String json) {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
    }

    public HttpResponse<String> delete(String path) {
        return send(request(path).DELETE());
    }

    private HttpRequest.Builder request(String path) {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
