package io.github.ratelimited.autoconfigure.actuate;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Answers 400 where a field of a body, or a query parameter, is none that the endpoint knows. Spring Boot ignores it, and then a
 * misspelt {@code key} would change a limit for all keys.
 */
final class KnownArguments implements OperationInvokerAdvisor {

    private static final EndpointId OURS = EndpointId.of("ratelimited");

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
}
