package io.github.ratelimited.applications;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;

/** Requests of users to a gateway that runs. */
final class Requests {

    private Requests() {}

    static HttpResponse<String> get(ConfigurableApplicationContext context, String user) {
        try {
            String url = "http://localhost:" + context.getEnvironment().getRequiredProperty("local.server.port");
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(url + "/orders/1"))
                                    .header("User", user)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    static List<Integer> statuses(ConfigurableApplicationContext context, String user) {
        return List.of(
                get(context, user).statusCode(),
                get(context, user).statusCode(),
                get(context, user).statusCode());
    }

    /** The answer to a request whose path goes out as it is written. */
    static String raw(ConfigurableApplicationContext context, String path) throws IOException {
        int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nUser: alice\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
