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
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.invoke.ParameterMappingException;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;

/**
 * Answers 400 where a field of a body, or a query parameter, is none that the endpoint knows, or has not one value. Spring Boot
 * takes either for left out, and then a misspelt {@code key} would change a limit for all keys, and an empty {@code validFor}
 * for ever. It also puts them before the path, of which only the segments are an array: so nothing else can name the limiter.
 */
final class ArgumentsCheck implements OperationInvokerAdvisor {

    static final String PATH = "path";

    private static final EndpointId OURS = EndpointId.of("ratelimited");

    /** By what follows the name of the limiter. */
    private static final Map<OperationType, Map<String, List<String>>> KNOWN = Map.of(
            OperationType.READ,
            Map.of(
                    "",
                    List.of("key", "plan"),
                    RequestPath.BLOCK,
                    List.of("key"),
                    RequestPath.KEYS,
                    List.of("after", "size")),
            OperationType.WRITE,
            Map.of(
                    "",
                    List.of("key", "rate", "interval", "burst", "validFor"),
                    RequestPath.BLOCK,
                    List.of("key", "duration")),
            OperationType.DELETE,
            Map.of("", List.of("key", "state"), RequestPath.BLOCK, List.of("key")));

    /** Where blank text is a value too. */
    private static final Set<String> KEYS = Set.of("key", "after");

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!endpoint.equals(OURS)) {
            return invoker;
        }
        return context -> {
            // Over JMX null is how an argument is left out.
            check(type, context.getArguments(), !context.canResolve(WebServerNamespace.class));
            try {
                return invoker.invoke(context);
            } catch (ParameterMappingException ex) {
                // Spring Boot would not say which value of which parameter it is.
                throw RateLimitedEndpoint.invalid(ex.getParameter().getName() + " must be "
                        + (ex.getParameter().getType() == Boolean.class ? "true or false" : "a whole number")
                        + ", but is '" + ex.getValue() + "'");
            }
        };
    }

    private static void check(OperationType type, Map<String, Object> arguments, boolean jmx) {
        TreeSet<String> given = new TreeSet<>(arguments.keySet());
        if (jmx) {
            given.removeIf(name -> arguments.get(name) == null);
        }
        List<String> known = given.remove(PATH) ? known(type, arguments.get(PATH), jmx) : List.of();
        for (String name : given) {
            if (!known.contains(name)) {
                throw RateLimitedEndpoint.invalid("No '" + name + "' is known here, but " + known);
            }
            checkValue(name, arguments.get(name));
        }
    }

    private static List<String> known(OperationType type, @Nullable Object path, boolean jmx) {
        if (path == null || !jmx && !(path instanceof String[])) {
            throw RateLimitedEndpoint.invalid("Only the URL names the limiter, and no '" + PATH + "' beside it");
        }
        return KNOWN.getOrDefault(type, Map.of())
                .getOrDefault(RequestPath.of(path).part(), List.of());
    }

    private static void checkValue(String name, @Nullable Object value) {
        boolean fits = value != null && (KEYS.contains(name) || isOne(value));
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
