package io.github.ratelimited.interceptor.fallback;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.interceptor.invocation.KotlinNames;
import io.github.ratelimited.interceptor.invocation.ReturnKinds;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * The parameters that a fallback of a method must have: those of the method, and optionally the exception as the last.
 *
 * @param limited the limited method
 * @param userClass class of its bean
 */
public record FallbackSignature(Method limited, Class<?> userClass) {

    public boolean fits(Method candidate) {
        return !candidate.equals(limited)
                && (accepts(candidate, parameters(false)) || accepts(candidate, parameters(true)));
    }

    boolean takesException(Method fitting) {
        return fitting.getParameterCount() > limited.getParameterCount();
    }

    boolean takesTheSame(Method fitting) {
        return parameters(takesException(fitting)).equals(List.of(fitting.getParameterTypes()));
    }

    /** {@return how many of the methods take all that this one takes, which is most for the narrowest types} */
    static long narrowness(Method fitting, List<Method> others) {
        List<Class<?>> arguments = List.of(fitting.getParameterTypes());
        return others.stream().filter(other -> accepts(other, arguments)).count();
    }

    /** The index of the exception among the arguments: the last, but before the continuation of a coroutine. */
    int exceptionIndex() {
        return KotlinNames.parameters(limited).size();
    }

    boolean returnsTheSame(Method fitting, Class<?> fallbackClass) {
        Class<?> wanted = ReturnKinds.resolve(limited, userClass);
        return KotlinDetector.isSuspendingFunction(limited) == KotlinDetector.isSuspendingFunction(fitting)
                && (ReturnKinds.onlyFails(fitting)
                        || wanted.isAssignableFrom(ReturnKinds.resolve(fitting, fallbackClass)));
    }

    private List<Class<?>> parameters(boolean exception) {
        List<Class<?>> parameters = new ArrayList<>();
        for (int i = 0; i < limited.getParameterCount(); i++) {
            parameters.add(
                    ResolvableType.forMethodParameter(limited, i, userClass).resolve(limited.getParameterTypes()[i]));
        }
        if (exception) {
            parameters.add(exceptionIndex(), RateLimitExceededException.class);
        }
        return parameters;
    }

    private static boolean accepts(Method candidate, List<Class<?>> arguments) {
        Class<?>[] parameters = candidate.getParameterTypes();
        boolean accepts = parameters.length == arguments.size();
        for (int i = 0; accepts && i < parameters.length; i++) {
            accepts = ClassUtils.isAssignable(parameters[i], arguments.get(i));
        }
        return accepts;
    }

    /** The parameters for a person to read. */
    @Override
    public String toString() {
        List<Class<?>> plain = parameters(false).subList(0, exceptionIndex());
        List<Class<?>> withException = parameters(true).subList(0, exceptionIndex() + 1);
        return text(plain) + " or " + text(withException);
    }

    private static String text(List<Class<?>> parameters) {
        return parameters.stream().map(Class::getSimpleName).collect(Collectors.joining(",", "(", ")"));
    }

    static String text(Method method) {
        return KotlinNames.of(method) + text(KotlinNames.parameters(method));
    }
}
