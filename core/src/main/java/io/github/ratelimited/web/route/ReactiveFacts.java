package io.github.ratelimited.web.route;

import io.github.ratelimited.interceptor.invocation.ClientAddresses;
import io.github.ratelimited.rule.Headers;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/**
 * What a reactive filter knows of a request.
 *
 * @param exchange the request and its answer
 * @param principal who sends it, as far as that is known
 */
record ReactiveFacts(ServerWebExchange exchange, @Nullable Principal principal) implements RequestFacts {

    @Override
    public String method() {
        return exchange.getRequest().getMethod().name();
    }

    @Override
    public Object request() {
        return exchange.getRequest();
    }

    @Override
    public Map<String, String> headers() {
        return new Headers(exchange.getRequest().getHeaders()::getFirst);
    }

    @Override
    public String clientAddress() {
        InetSocketAddress address = exchange.getRequest().getRemoteAddress();
        if (address == null) {
            return ClientAddresses.UNKNOWN;
        }
        return address.isUnresolved()
                ? address.getHostString()
                : address.getAddress().getHostAddress();
    }
}
