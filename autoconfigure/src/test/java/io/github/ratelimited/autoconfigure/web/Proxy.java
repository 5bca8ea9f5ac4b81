package io.github.ratelimited.autoconfigure.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.function.Consumer;

/** A proxy in front of a server, which changes the headers of requests as one is set up to. */
record Proxy(HttpServer http) implements AutoCloseable {

    /** How proxies tell servers who sent a request. */
    enum Setup {
        /** {@code $proxy_add_x_forwarded_for} of nginx, and what most load balancers do. */
        APPENDS(headers -> headers.set(
                "X-Forwarded-For",
                headers.containsKey("X-Forwarded-For")
                        ? headers.getFirst("X-Forwarded-For") + ", 203.0.113.1"
                        : "203.0.113.1")),
        /** {@code $remote_addr} of nginx, but for the other header. */
        REPLACES_ONE(headers -> headers.set("X-Forwarded-For", "203.0.113.2")),
        /** What the page on addresses of clients says. */
        REPLACES_BOTH(headers -> {
            headers.set("X-Forwarded-For", "203.0.113.3");
            headers.remove("Forwarded");
        });

        private final Consumer<Headers> change;

        Setup(Consumer<Headers> change) {
            this.change = change;
        }
    }

    static Proxy before(String server, Setup setup) throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HttpClient client = HttpClient.newHttpClient();
        http.createContext("/", exchange -> {
            Headers headers = new Headers();
            headers.putAll(exchange.getRequestHeaders());
            setup.change.accept(headers);
            forward(client, URI.create(server + exchange.getRequestURI()), headers, exchange);
        });
        http.start();
        return new Proxy(http);
    }

    private static void forward(HttpClient client, URI to, Headers headers, HttpExchange exchange) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(to);
        headers.forEach((name, values) -> {
            if (name.toLowerCase().contains("forwarded")) {
                values.forEach(value -> request.header(name, value));
            }
        });
        try {
            HttpResponse<Void> answer = client.send(request.build(), HttpResponse.BodyHandlers.discarding());
            exchange.sendResponseHeaders(answer.statusCode(), -1);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        } finally {
            exchange.close();
        }
    }

    /** {@return the status of a request with a header} */
    int get(String path, String header, String value) throws IOException, InterruptedException {
        URI uri = URI.create("http://localhost:" + http.getAddress().getPort() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).header(header, value).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
