package io.github.ratelimited.autoconfigure.actuate;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;

/**
 * Answers 400 where a field of a body, or a query parameter, is none that the endpoint knows, or has not one value. Spring Boot
 * takes either for left out, and then a misspelt {@code key} would change a limit for all keys, and an empty {@code validFor}
 * for ever.
 */
final class KnownArguments implements OperationInvokerAdvisor {

    private static final EndpointId OURS = EndpointId.of("ratelimited");

    /** Where blank text is a value too. */
    private static final Set<String> KEYS = Set.of("key", "after");

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!endpoint.equals(OURS)) {
            return invoker;
        }
        List<String> known =
                parameters.stream().map(OperationParameter::getName).toList();
        return context -> {
            check(context.getArguments(), known);
            // Over JMX null is how an argument is left out.
            boolean nullable = !context.canResolve(WebServerNamespace.class);
            context.getArguments().forEach((name, value) -> checkValue(name, value, nullable));
            return invoker.invoke(context);
        };
    }

    private static void check(Map<String, Object> arguments, List<String> known) {
        TreeSet<String> unknown = new TreeSet<>(arguments.keySet());
        known.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw RateLimitedEndpoint.invalid("No '" + unknown.first() + "' is known here, but " + known);
        }
    }

    private static void checkValue(String name, @Nullable Object value, boolean nullable) {
        boolean fits = value == null ? nullable : KEYS.contains(name) || isOne(value);
        if (!fits) {
            throw RateLimitedEndpoint.invalid(
                    name + " must be text, a whole number, true or false, or be left out, but is '" + value + "'");
        }
    }

    private static boolean isOne(Object value) {
        return value instanceof String text
                ? !text.isBlank()
                : value instanceof Long || value instanceof Integer || value instanceof Boolean;
    }
}
