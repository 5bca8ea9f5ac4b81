package io.github.ratelimited.web.route;

import io.github.ratelimited.interceptor.expression.SharedContext;
import io.github.ratelimited.interceptor.invocation.ClientAddresses;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/** What the expressions of a route see of one request. */
record RouteContext(
        EvaluationContext shared, RequestFacts facts, Map<String, String> path, Supplier<ClientAddresses> addresses)
        implements SharedContext {

    /** The variables, by their names in expressions. */
    static final Set<String> VARIABLES = Set.of("request", "path", "headers", "principal", "clientAddress");

    @Override
    public @Nullable Object lookupVariable(String name) {
        return switch (name) {
            case "request" -> facts.request();
            case "path" -> path;
            case "headers" -> facts.headers();
            case "principal" -> facts.principal().get();
            case "clientAddress" -> clientAddress();
            default -> null;
        };
    }

    private String clientAddress() {
        addresses.get().watch(facts.headers()::get);
        return facts.clientAddress().apply(addresses.get());
    }
}
