package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;

/**
 * No request is so odd that it passes by a route, makes a key of its own, or is answered in another way than by the same
 * application without limits.
 */
abstract class OddRequestsContract extends WebContract {

    private static final int CONNECTIONS = 4;

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
    void tenThousandOddRequestsAreCountedOrNotServed() throws Exception {
        send(10_000, 33);
    }

    @Test
    @Tag("long")
    void fiftyThousandOddRequestsAreCountedOrNotServed() throws Exception {
        send(50_000, 34);
    }

    private void send(int requests, long seed) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        AtomicInteger served = new AtomicInteger();
        try {
            List<Callable<Void>> clients = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                OddRequests odd = new OddRequests(seed * CONNECTIONS + i);
                clients.add(() -> {
                    send(requests / CONNECTIONS, odd, served);
                    return null;
                });
            }
            for (Future<Void> client : threads.invokeAll(clients)) {
                client.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(served).as("requests that reached the controller").hasValueGreaterThan(requests / 50);
        assertThat(server.context().getBean(Seen.class).keys)
                .hasSizeLessThan(20)
                .allSatisfy(key -> assertThat(key).hasSizeLessThanOrEqualTo(64).matches("unknown|[0-9a-f:.]+(/64)?"));
    }

    private void send(int requests, OddRequests odd, AtomicInteger served) throws Exception {
        try (RawConnection connection = new RawConnection(port(server));
                RawConnection other = new RawConnection(port(unlimited))) {
            for (int i = 0; i < requests; i++) {
                String request = odd.next();
                RawConnection.Answer answer = connection.send(request);

                assertThat(answer.status())
                        .as(request)
                        .isEqualTo(other.send(request).status());
                if (answer.headers().containsKey("served")) {
                    served.incrementAndGet();
                    assertThat(answer.headers().get("ratelimit")).as(request).contains("\"api\"");
                }
            }
        }
    }

    private static int port(Server server) {
        return server.context().getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }
}
