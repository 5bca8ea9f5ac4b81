package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.launcher.http.OddClients;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;

/**
 * No request is so odd that it passes by a route, makes a key of its own, or is answered in another way than by the same
 * application without limits. With {@code -Dtests.full} 100,000 of them.
 */
abstract class OddRequestsContract extends WebContract {

    /** The keys that requests were counted by. */
    static final class Seen {

        final Set<String> keys = ConcurrentHashMap.newKeySet();

        public boolean add(String key) {
            keys.add(key);
            return true;
        }
    }

    private Server server;
    private Server unlimited;

    OddRequestsContract(WebApplicationType type, Class<?> application) {
        super(type, application);
    }

    @BeforeAll
    void start() {
        server = start("--ratelimited.enabled=true");
        unlimited = start("--ratelimited.enabled=false");
    }

    private Server start(String enabled) {
        return serve(
                enabled,
                "--server.servlet.context-path=/shop",
                "--spring.webflux.base-path=/shop",
                "--server.forward-headers-strategy=native",
                "--ratelimited.store=local",
                "--ratelimited.routes.api.path=/api/**",
                "--ratelimited.routes.api.key=#clientAddress",
                "--ratelimited.routes.api.condition=@seen.add(#clientAddress)",
                "--ratelimited.limiters.api.rate=1000000",
                "--ratelimited.limiters.api.algorithm=token-bucket",
                "--ratelimited.limiters.api.interval=1h");
    }

    @AfterAll
    void close() {
        server.close();
        unlimited.close();
    }

    @Test
    void oddRequestsAreCountedOrNotServed() throws Exception {
        int requests = TestSize.of(2_000, 100_000);
        AtomicInteger served = new AtomicInteger();
        OddClients.send(requests, port(server), port(unlimited), answers -> {
            assertThat(answers.one().status())
                    .as(answers.request())
                    .isEqualTo(answers.other().status());
            if (answers.one().headers().containsKey("served")) {
                served.incrementAndGet();
                assertThat(answers.one().headers().get("ratelimit"))
                        .as(answers.request())
                        .contains("\"api\"");
            }
        });
        assertThat(served).as("requests that reached the controller").hasValueGreaterThan(requests / 50);
        assertThat(server.context().getBean(Seen.class).keys)
                .hasSizeLessThan(20)
                .allSatisfy(key -> assertThat(key).hasSizeLessThanOrEqualTo(64).matches("unknown|[0-9a-f:.]+(/64)?"));
    }

    private static int port(Server server) {
        return server.context().getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }
}
