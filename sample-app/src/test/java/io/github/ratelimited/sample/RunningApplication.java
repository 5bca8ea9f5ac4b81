package io.github.ratelimited.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The application on a free port, as a client over HTTP sees it. */
record RunningApplication(ConfigurableApplicationContext context, HttpClient client) implements AutoCloseable {

    static RunningApplication start(String... settings) {
        String[] arguments =
                Stream.concat(Stream.of("--server.port=0"), Stream.of(settings)).toArray(String[]::new);
        return new RunningApplication(
                new SpringApplicationBuilder(SampleApplication.class).run(arguments), HttpClient.newHttpClient());
    }

    HttpResponse<String> greet(String user) {
        return get("/api/greetings?user=" + URLEncoder.encode(user, StandardCharsets.UTF_8));
    }

    HttpResponse<String> get(String path) {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
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
