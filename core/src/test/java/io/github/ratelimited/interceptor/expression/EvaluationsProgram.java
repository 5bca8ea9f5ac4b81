package io.github.ratelimited.interceptor.expression;

import io.github.ratelimited.interceptor.LimitedCall;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.invocation.ReturnKind;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.expression.EvaluationContext;

/** Evaluates an expression often and prints whether it was compiled by then. */
public final class EvaluationsProgram {

    /** Is called by the expression. */
    public record Probe() {

        public String caller() {
            boolean compiled = Arrays.stream(new Throwable().getStackTrace())
                    .anyMatch(frame -> frame.getClassName().contains("CompiledExpression"));
            return compiled ? "compiled" : "interpreted";
        }
    }

    private record Call(Method method, Probe probe) implements MethodInvocation {

        @Override
        public Method getMethod() {
            return method;
        }

        @Override
        public Object[] getArguments() {
            return new Object[] {probe};
        }

        @Override
        public Object proceed() {
            return probe;
        }

        @Override
        public Object getThis() {
            return this;
        }

        @Override
        public AccessibleObject getStaticPart() {
            return method;
        }
    }

    private EvaluationsProgram() {}

    static void limited(Probe probe) {}

    public static void main(String[] args) throws NoSuchMethodException {
        Method method = EvaluationsProgram.class.getDeclaredMethod("limited", Probe.class);
        KnownVariables variables = KnownVariables.of(method, method);
        LimitedMethod limited =
                new LimitedMethod("limited", List.of(), variables, false, ReturnKind.SYNCHRONOUS, List.of());
        Expressions expressions = new Expressions(new DefaultListableBeanFactory());
        LimitExpression key = expressions.parse("key", "#a0.caller()", variables, "limited");
        EvaluationContext context =
                new LimitedCall(limited, new Call(method, new Probe()), expressions.shared(), expressions.scope());
        Object last = null;
        for (int i = 0; i < 1_000; i++) {
            last = key.key(context);
        }
        System.out.println(last);
    }
}
