package io.github.ratelimited.sample.stories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.client.RestClient;

/** Callers of a story whose vendor fails. */
class ParcelsTests {

    private static ErrorResponseException answer(int port) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("vendor", Map.of("local.server.port", port)));
        Parcels parcels = new Parcels(RestClient.builder(), environment);
        return catchThrowableOfType(ErrorResponseException.class, parcels::send);
    }

    private static HttpServer vendor(int status) throws IOException {
        HttpServer vendor = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        vendor.createContext("/", exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        vendor.start();
        return vendor;
    }

    @Test
    void learnThatTheVendorIsNotThere() throws IOException {
        HttpServer vendor = vendor(200);
        vendor.stop(0);

        assertBadGateway(answer(vendor.getAddress().getPort()));
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 404})
    void learnThatTheVendorFails(int status) throws IOException {
        HttpServer vendor = vendor(status);
        try {
            assertBadGateway(answer(vendor.getAddress().getPort()));
        } finally {
            vendor.stop(0);
        }
    }

    private static void assertBadGateway(ErrorResponseException answer) {
        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.BAD_GATEWAY);
        assertThat(answer.getBody().getDetail()).isEqualTo("The vendor does not answer as it should.");
    }
}
