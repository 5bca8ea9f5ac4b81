package io.github.ratelimited.web;

import io.github.ratelimited.DecisionListener;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * Sends the client of an exchange the decisions made for it, in the fields {@code RateLimit-Policy} and
 * {@code RateLimit}. Receives them through the Reactor context. Safe for use by many threads.
 */
public final class ReactiveRateLimitFields implements WebFilter, Ordered {

    private final Disclosure disclosure;

    /** Makes the filter, with what clients may learn. */
    public ReactiveRateLimitFields(Disclosure disclosure) {
        this.disclosure = disclosure;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        RateLimitFields fields = new RateLimitFields(disclosure);
        exchange.getResponse().beforeCommit(() -> {
            fields.write(exchange.getResponse().getHeaders()::set);
            return Mono.empty();
        });
        return chain.filter(exchange).contextWrite(context -> with(context, fields));
    }

    private static Context with(Context context, DecisionListener fields) {
        DecisionListener other = context.getOrDefault(DecisionListener.class, null);
        return context.put(
                DecisionListener.class,
                other == null
                        ? fields
                        : (DecisionListener) decision -> {
                            other.onDecision(decision);
                            fields.onDecision(decision);
                        });
    }

    /** Before other filters, which may call limited methods. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 50;
    }
}
