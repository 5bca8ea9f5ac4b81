package io.github.ratelimited.outbound;

import io.github.ratelimited.internal.CurrentThread;
import io.github.ratelimited.rule.CountedRequest;
import io.github.ratelimited.rule.Headers;
import io.github.ratelimited.rule.RuleGuard;
import io.github.ratelimited.rule.RuleMatch;
import io.github.ratelimited.rule.RuleUse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Limits the requests of a {@code RestClient} or a {@code RestTemplate} by {@code ratelimited.clients}. Clients of Spring
 * Boot's builders have it already; add the bean of this type to clients that you make yourself. A request counts once, even
 * if the interceptor is there twice; if an interceptor before this one repeats it, it counts again, and if one behind this
 * one does, it does not. A request waits on the thread of its caller. If it is rejected it is not sent, and fails with a
 * {@link io.github.ratelimited.RateLimitExceededException}. Safe for use by many threads.
 */
public final class RateLimitClientInterceptor implements ClientHttpRequestInterceptor {

    private static final String COUNTED = RateLimitClientInterceptor.class.getName() + ".counted";

    private final ClientLimits limits;
    private final RuleGuard guard;

    /** Makes the interceptor of an application. */
    public RateLimitClientInterceptor(ClientLimits limits, RuleGuard guard) {
        this.limits = limits;
        this.guard = guard;
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        if (request.getAttributes().containsKey(COUNTED)) {
            return execution.execute(request, body);
        }
        List<RuleMatch> matches = limits.matching(new ClientCall(
                request.getMethod().name(), request.getURI(), request.getHeaders(), request.getAttributes(), request));
        if (matches.isEmpty()) {
            return execution.execute(request, body);
        }
        CountedRequest counted = guard.take(matches);
        long sent = System.nanoTime();
        request.getAttributes().put(COUNTED, true);
        try {
            return answered(execution.execute(request, body), counted, sent);
        } catch (IOException | RuntimeException ex) {
            counted.end(null, ex);
            throw ex;
        } finally {
            request.getAttributes().remove(COUNTED);
        }
    }

    /** Reads a response, which nobody else could close when that fails. */
    private ClientHttpResponse answered(ClientHttpResponse response, CountedRequest counted, long sent)
            throws IOException {
        try {
            counted.answered(response.getStatusCode().value(), new Headers(response.getHeaders()::getFirst));
            obey(counted.rules(), response, sent);
            return response;
        } catch (IOException | RuntimeException ex) {
            response.close();
            throw ex;
        }
    }

    /** Waits for the block, so that the next request of the thread meets it. */
    private void obey(List<RuleUse> rules, ClientHttpResponse response, long sent) throws IOException {
        CompletableFuture<Void> obeyed =
                limits.blocks().obey(rules, response.getStatusCode().value(), response.getHeaders(), sent);
        if (!CurrentThread.isEventLoop()) {
            obeyed.join();
        }
    }
}
