package io.github.ratelimited.sample.stories;

import io.github.ratelimited.sample.stories.StubVendor.Parcel;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/**
 * Sends parcels with a vendor that accepts 100 in 10 seconds. The limit is an entry of {@code ratelimited.clients} in
 * application.yml. It obeys the vendor: while the vendor is closed nothing is sent, and callers get 503. A vendor that fails
 * is no fault of this application: callers get 502.
 */
@RestController
class Parcels {

    private final RestClient client;
    private final Environment environment;

    Parcels(RestClient.Builder client, Environment environment) {
        this.client = client.build();
        this.environment = environment;
    }

    @PostMapping("/api/vendor")
    @Nullable
    Parcel send() {
        try {
            return client.post()
                    .uri("http://127.0.0.1:{port}/stub/parcels", environment.getProperty("local.server.port"))
                    .retrieve()
                    .body(Parcel.class);
        } catch (HttpClientErrorException.TooManyRequests rejected) {
            throw closed(rejected);
        } catch (RestClientException failed) {
            throw answer(HttpStatus.BAD_GATEWAY, "The vendor does not answer as it should.", failed);
        }
    }

    /** The answer to the caller whose parcel the vendor rejected. Later callers are answered by the limit. */
    private static ErrorResponseException closed(HttpClientErrorException rejected) {
        ErrorResponseException closed =
                answer(HttpStatus.SERVICE_UNAVAILABLE, "The vendor takes no parcels right now.", rejected);
        HttpHeaders headers = rejected.getResponseHeaders();
        String retryAfter = headers == null ? null : headers.getFirst(HttpHeaders.RETRY_AFTER);
        if (retryAfter != null) {
            closed.getHeaders().set(HttpHeaders.RETRY_AFTER, retryAfter);
        }
        return closed;
    }

    private static ErrorResponseException answer(HttpStatus status, String detail, RestClientException cause) {
        ErrorResponseException answer = new ErrorResponseException(status, cause);
        answer.setDetail(detail);
        return answer;
    }
}
