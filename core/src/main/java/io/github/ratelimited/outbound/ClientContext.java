package io.github.ratelimited.outbound;

import io.github.ratelimited.interceptor.expression.SharedContext;
import io.github.ratelimited.rule.Headers;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/** What the expressions of an entry see of one request that is counted by it. */
record ClientContext(
        EvaluationContext shared, ClientLimit limit, ClientCall call, String host, Map<String, String> path)
        implements SharedContext {

    /** The variables, by their names in expressions. */
    static final Set<String> VARIABLES = Set.of("request", "host", "path", "headers", "attributes");

    @Override
    public @Nullable Object lookupVariable(String name) {
        return switch (name) {
            case "request" -> call.request();
            case "host" -> host;
            case "path" -> path;
            case "headers" -> new Headers(call.headers()::getFirst);
            case "attributes" -> call.attributes();
            default -> null;
        };
    }
}
