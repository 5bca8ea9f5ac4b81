package io.github.ratelimited.autoconfigure.client;

import static io.github.ratelimited.autoconfigure.client.Limited.entry;
import static io.github.ratelimited.autoconfigure.client.Limited.limiter;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.outbound.RateLimitClientInterceptor;
import io.github.ratelimited.outbound.ReactiveRateLimitClientFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.web.client.RestClient;

@ExtendWith(OutputCaptureExtension.class)
class ClientMistakesTests {

    static class Api {

        @RateLimited(name = "vendor")
        public void send() {}
    }

    @Test
    void endTheStartAllAtOnce() {
        Limited.application()
                .withPropertyValues(entry("empty", "url=a.example", "key="))
                .withPropertyValues(limiter("empty", 1, "1h"))
                .withPropertyValues(entry("fields", "url=a.example", "fields.remaining=", "fields.reset= ", "methods="))
                .withPropertyValues(limiter("fields", 1, "1h"))
                .withPropertyValues(
                        entry("names", "url=a.example/#x", "fields.remaining=X Left", "fields.reset=X-End:"))
                .withPropertyValues(limiter("names", 1, "1h"))
                .withPropertyValues(entry("nowhere", "limiter=empty"))
                .withPropertyValues(entry("path", "url=/v1/**", "limiter=empty"))
                .withPropertyValues(entry("port", "url=a.example:99999/v1", "limiter=empty"))
                .withPropertyValues(entry("wrong", "url=a.example/{a", "limiter=empty", "methods=fetch", "permits=#no"))
                .withPropertyValues(entry("principal", "url=a.example", "limiter=empty", "key=#principal"))
                .withPropertyValues(entry("unknown", "url=a.example"))
                .withPropertyValues(entry("malformed", "url=a.example", "limiter=p q"))
                .withPropertyValues(entry("whole", "url=a.example", "limiter=empty", "key='x' + #request"))
                .withPropertyValues(entry("never", "url=a.example", "limiter=empty", "max-block=0"))
                .withPropertyValues(entry("ever", "url=a.example", "limiter=empty", "max-block=40000d"))
                .withPropertyValues(entry("past", "url=a.example", "limiter=empty", "timeout=-5s"))
                .withPropertyValues(entry("patient", "url=a.example", "limiter=blocking"))
                .withPropertyValues(limiter("blocking", 1, "1h"))
                .withPropertyValues("ratelimited.limiters.blocking.block-for=1m")
                .withPropertyValues("ratelimited.limiters.blocking.timeout=1s")
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("ratelimited.clients.empty: key is empty; in YAML")
                        .hasMessageContaining("ratelimited.clients.fields: fields.remaining is empty; in YAML")
                        .hasMessageContaining("ratelimited.clients.fields: fields.reset is empty")
                        .hasMessageContaining("ratelimited.clients.fields: methods is empty")
                        .hasMessageContaining("ratelimited.clients.names: path of url '/#x' has '#'")
                        .hasMessageContaining("ratelimited.clients.names: fields.remaining 'X Left' is not the name of")
                        .hasMessageContaining("ratelimited.clients.names: fields.reset 'X-End:' is not the name of")
                        .hasMessageContaining("ratelimited.clients.nowhere: url is missing")
                        .hasMessageContaining("ratelimited.clients.path: url '/v1/**' is not a pattern of a host")
                        .hasMessageContaining(
                                "ratelimited.clients.port: url 'a.example:99999/v1' is not a pattern of a host")
                        .hasMessageContaining("ratelimited.clients.wrong: path of url '/{a' is not a pattern")
                        .hasMessageContaining("ratelimited.clients.wrong: methods has [FETCH]")
                        .hasMessageContaining("uses the unknown variable #no")
                        .hasMessageContaining("uses the unknown variable #principal")
                        .hasMessageContaining("ratelimited.clients.unknown: No rate limit named 'unknown'")
                        .hasMessageContaining("ratelimited.clients.malformed: ")
                        .hasMessageContaining("but is 'p q'")
                        .hasMessageContaining(
                                "ratelimited.clients.whole: key ''x' + #request' takes #request as a whole")
                        .hasMessageContaining("ratelimited.clients.never: max-block must be positive")
                        .hasMessageContaining(
                                "ratelimited.clients.ever: max-block must be positive and at most 100 years")
                        .hasMessageContaining("ratelimited.clients.past: timeout must be 0, positive, or -1")
                        .hasMessageContaining("ratelimited.clients.patient: Rate limit 'blocking' has block-for"));
    }

    static class Five {

        @RateLimited(name = "five", rate = 5, interval = "1h", blockFor = "1m")
        public void send() {}
    }

    @Test
    void ofLimitersOfMethodsEndTheStartToo() {
        Limited.application()
                .withBean(Five.class)
                .withPropertyValues(entry("much", "url=a.example/much", "limiter=five", "permits=6"))
                .withPropertyValues(entry("patient", "url=a.example/patient", "limiter=five", "timeout=1s"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("ratelimited.clients.much: permits must be at most 5, but are 6")
                        .hasMessageContaining("ratelimited.clients.patient: Rate limit 'five' has block-for"));
    }

    @Test
    void thatAddUpEndTheStart() {
        Limited.application()
                .withBean(Five.class)
                .withPropertyValues(entry("all", "url=a.example", "limiter=five", "permits=3"))
                .withPropertyValues(entry("some", "url=*.example/v1", "limiter=five", "permits=3"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("in [ratelimited.clients.all, ratelimited.clients.some]")
                        .hasMessageContaining("takes 6 permits of it, but grants at most 5"));
    }

    @Test
    void warnOfALimiterThatAMethodTakesToo(CapturedOutput output) {
        Limited.application()
                .withBean(Api.class)
                .withPropertyValues(entry("vendor", "url=a.example"))
                .withPropertyValues(limiter("vendor", 1, "1h"))
                .run(context -> assertThat(output)
                        .contains("Rate limit 'vendor' is on")
                        .contains("Api.send() and in ratelimited.clients.vendor: a request that the method sends is"
                                + " counted twice"));
    }

    @Test
    void whatAnApplicationAddsToItsClientsIsThereWithoutLimits() {
        Limited.application()
                .withPropertyValues("ratelimited.enabled=false")
                .withPropertyValues(entry("wrong", "url=/v1/**", "key=#nobody"))
                .run(context -> {
                    assertThat(context)
                            .hasSingleBean(RateLimitClientInterceptor.class)
                            .hasSingleBean(ReactiveRateLimitClientFilter.class)
                            .doesNotHaveBean("rateLimitRestClients");
                    RestClient client = RestClient.builder()
                            .requestInterceptor(context.getBean(RateLimitClientInterceptor.class))
                            .requestFactory((uri, method) -> {
                                MockClientHttpRequest request = new MockClientHttpRequest(method, uri);
                                request.setResponse(new MockClientHttpResponse(new byte[0], HttpStatus.OK));
                                return request;
                            })
                            .build();
                    assertThat(client.get()
                                    .uri("http://a.example/v1/x")
                                    .retrieve()
                                    .toBodilessEntity()
                                    .getStatusCode())
                            .isEqualTo(HttpStatus.OK);
                });
    }

    @Test
    void withoutEntriesClientsStayAsTheyAre() {
        Limited.application().run(context -> {
            assertThat(context.getBeanNamesForType(RestClientCustomizer.class)).doesNotContain("rateLimitRestClients");
            assertThat(context.getBeanNamesForType(WebClientCustomizer.class)).doesNotContain("rateLimitWebClients");
        });
    }
}
