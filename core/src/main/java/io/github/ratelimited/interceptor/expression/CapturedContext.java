package io.github.ratelimited.interceptor.expression;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.TypedValue;

/** What an expression sees of a call whose beginning was kept until it is over. Immutable. */
public record CapturedContext(EvaluationContext shared, TypedValue root, Map<String, @Nullable Object> variables)
        implements SharedContext {

    /** Keeps variables as they are bound now. */
    public static CapturedContext of(EvaluationContext begun, Set<String> names) {
        Map<String, @Nullable Object> variables = new HashMap<>();
        for (String name : names) {
            variables.put(name, begun.lookupVariable(name));
        }
        return new CapturedContext(begun, begun.getRootObject(), variables);
    }

    /** {@return what an expression sees once the call is over} */
    public CapturedContext endedBy(CallEnd end) {
        Map<String, @Nullable Object> all = new HashMap<>(variables);
        all.putAll(end.variables());
        return new CapturedContext(shared, root, all);
    }

    @Override
    public TypedValue getRootObject() {
        return root;
    }

    @Override
    public @Nullable Object lookupVariable(String name) {
        return variables.get(name);
    }
}
