package io.github.ratelimited.interceptor.expression;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.TypedValue;

/** What an expression sees of the beginning of a call, kept until the call is over. Immutable. */
public final class CapturedContext {

    private final EvaluationContext begun;
    private final TypedValue root;
    private final Map<String, @Nullable Object> variables;

    private CapturedContext(EvaluationContext begun, Map<String, @Nullable Object> variables) {
        this.begun = begun;
        this.root = begun.getRootObject();
        this.variables = variables;
    }

    /**
     * Keeps what is there now.
     *
     * @param begun what expressions see of the call
     * @param names the variables to keep
     */
    public static CapturedContext of(EvaluationContext begun, Set<String> names) {
        Map<String, @Nullable Object> variables = new HashMap<>();
        for (String name : names) {
            variables.put(name, begun.lookupVariable(name));
        }
        return new CapturedContext(begun, variables);
    }

    /** {@return what an expression sees once the call is over} */
    public EvaluationContext endedBy(CallEnd end) {
        return new Ended(this, end);
    }

    private record Ended(CapturedContext call, CallEnd end) implements SharedContext {

        @Override
        public EvaluationContext shared() {
            return call.begun;
        }

        @Override
        public TypedValue getRootObject() {
            return call.root;
        }

        @Override
        public @Nullable Object lookupVariable(String name) {
            return end.variables().containsKey(name) ? end.variables().get(name) : call.variables.get(name);
        }
    }
}
