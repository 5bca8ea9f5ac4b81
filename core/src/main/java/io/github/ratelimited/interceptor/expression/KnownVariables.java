package io.github.ratelimited.interceptor.expression;

import io.github.ratelimited.interceptor.invocation.KotlinNames;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;

/**
 * The variables that expressions of a method can use: parameter names, {@code a0} and {@code p0}.
 *
 * @param indexes index of the argument by variable
 * @param types type of each argument
 * @param complete whether all parameter names are known
 */
public record KnownVariables(Map<String, Integer> indexes, List<Class<?>> types, boolean complete) {

    public static final KnownVariables NONE = new KnownVariables(Map.of(), List.of(), true);

    public KnownVariables {
        indexes = Map.copyOf(indexes);
        types = List.copyOf(types);
    }

    /**
     * Collects the names.
     *
     * @param method the method that runs
     * @param annotated the method whose annotation the expressions are written for, such as one of an interface with
     *     other parameter names; its names win
     */
    public static KnownVariables of(Method method, @Nullable Method annotated) {
        int count = KotlinNames.parameters(method).size();
        ParameterNameDiscoverer discoverer = new DefaultParameterNameDiscoverer();
        Map<String, Integer> indexes = new HashMap<>();
        for (int i = 0; i < count; i++) {
            indexes.put("a" + i, i);
            indexes.put("p" + i, i);
        }
        boolean complete = put(indexes, count, discoverer.getParameterNames(method));
        if (annotated != null && !annotated.equals(method)) {
            complete |= put(indexes, count, discoverer.getParameterNames(annotated));
        }
        return new KnownVariables(indexes, List.of(method.getParameterTypes()), complete || count == 0);
    }

    private static boolean put(Map<String, Integer> indexes, int count, @Nullable String @Nullable [] names) {
        if (names == null) {
            return false;
        }
        for (int i = 0; i < Math.min(count, names.length); i++) {
            String name = names[i];
            if (name != null) {
                indexes.put(name, i);
            }
        }
        return true;
    }

    /** These and others that stand for no argument. */
    public KnownVariables with(Set<String> words) {
        Map<String, Integer> all = new HashMap<>(indexes);
        words.forEach(word -> all.putIfAbsent(word, -1));
        return new KnownVariables(all, types, complete);
    }

    /** {@return the type of an argument, {@code null} for other variables} */
    @Nullable
    Class<?> type(String variable) {
        int index = indexes.getOrDefault(variable, -1);
        return index < 0 ? null : types.get(index);
    }

    public boolean contains(String variable) {
        return indexes.containsKey(variable);
    }

    /** Fails unless the variable is one of these. */
    void require(String variable) {
        if (contains(variable)) {
            return;
        }
        throw new IllegalArgumentException(
                complete
                        ? "uses the unknown variable #" + variable + "; known are " + new TreeSet<>(indexes.keySet())
                        : "uses #" + variable
                                + ", but the class has no parameter names: compile with -parameters or use" + " #a0");
    }
}
