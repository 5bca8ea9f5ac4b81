package io.github.ratelimited.autoconfigure.client;

import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** A vendor that forgets after each test, and clients that send to URLs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class VendorFixture {

    Vendor vendor;

    @BeforeAll
    void open() {
        vendor = new Vendor();
    }

    @AfterEach
    void forget() {
        vendor.forget();
    }

    @AfterAll
    void close() {
        vendor.close();
    }

    static Consumer<String> restClient(RestClient.Builder builder) {
        RestClient client = builder.build();
        return url -> client.get().uri(url).retrieve().toBodilessEntity();
    }

    static Consumer<String> webClient(WebClient.Builder builder) {
        WebClient client = builder.build();
        return url -> client.get().uri(url).retrieve().toBodilessEntity().block();
    }
}
