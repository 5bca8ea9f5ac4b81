package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.launcher.Redis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
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
                // Reactor Netty 1.3.8 may stop reading a kept connection: reactor/reactor-netty#4361.
                "server.netty.max-keep-alive-requests=1",
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

    public HttpResponse<String> head(String path) {
        return send(request(path).method("HEAD", BodyPublishers.noBody()));
    }

    public HttpResponse<String> preflight(String path) {
        return send(request(path)
                .method("OPTIONS", BodyPublishers.noBody())
                .headers("Origin", "http://elsewhere", "Access-Control-Request-Method", "GET"));
    }

    /** {@return the status of a request whose path goes out as it is written} */
    public int raw(String path) {
        int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return Integer.parseInt(answer.substring(9, 12));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
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
