package io.github.ratelimited.autoconfigure.client;

import static io.github.ratelimited.autoconfigure.client.Limited.entry;
import static io.github.ratelimited.autoconfigure.client.Limited.limiter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.outbound.RateLimitClientInterceptor;
import io.github.ratelimited.outbound.ReactiveRateLimitClientFilter;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.support.ClientResponseWrapper;
import reactor.core.publisher.Mono;

/** Answers with a status such as 099, which clients read and Spring refuses. Their connections go back nevertheless. */
class UnreadableAnswersTests {

    private static final URI URL = URI.create("https://vendor.example/");

    private final AtomicBoolean closed = new AtomicBoolean();

    private static ApplicationContextRunner application() {
        return Limited.application()
                .withPropertyValues(entry("vendor", "url=*", "settle=#error == null ? 1 : 3"))
                .withPropertyValues(limiter("vendor", 10, "1h"));
    }

    private static HttpStatusCode unreadable() {
        return HttpStatusCode.valueOf(99);
    }

    @Test
    void areClosedByTheInterceptor() {
        MockClientHttpResponse response = new MockClientHttpResponse() {
            @Override
            public HttpStatusCode getStatusCode() {
                return unreadable();
            }

            @Override
            public void close() {
                closed.set(true);
            }
        };
        application().run(context -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.getBean(RateLimitClientInterceptor.class)
                            .intercept(
                                    new MockClientHttpRequest(HttpMethod.GET, URL),
                                    new byte[0],
                                    (request, body) -> response));
            assertThat(closed).isTrue();
            assertThat(context.getBean(RateLimiters.class).get("vendor").availablePermits())
                    .isEqualTo(7);
        });
    }

    @Test
    void areReleasedByTheFilter() {
        ClientResponse response =
                new ClientResponseWrapper(ClientResponse.create(HttpStatus.OK).build()) {
                    @Override
                    public HttpStatusCode statusCode() {
                        return unreadable();
                    }

                    @Override
                    public Mono<Void> releaseBody() {
                        return Mono.fromRunnable(() -> closed.set(true));
                    }
                };
        application().run(context -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.getBean(ReactiveRateLimitClientFilter.class)
                            .filter(ClientRequest.create(HttpMethod.GET, URL).build(), request -> Mono.just(response))
                            .block());
            assertThat(closed).isTrue();
            assertThat(context.getBean(RateLimiters.class).get("vendor").availablePermits())
                    .isEqualTo(7);
        });
    }
}
