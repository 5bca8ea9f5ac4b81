package io.github.ratelimited.interceptor;

import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.interceptor.expression.KnownVariables;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.invocation.ReturnKind;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.expression.EvaluationContext;
import org.springframework.util.Assert;

/** Expressions of a method, and calls of it to evaluate them for. */
abstract class OrderExpressions {

    /** What the expressions read. */
    public record Order(String id, Object weight) {

        public String fail() {
            throw new UnsupportedOperationException();
        }

        public String paid() {
            Assert.state(false, "not paid");
            return id;
        }
    }

    static class Api {

        void place(Order order, String user) {}
    }

    final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
    final Expressions expressions = new Expressions(beanFactory);
    private final Method method = Arrays.stream(Api.class.getDeclaredMethods())
            .filter(candidate -> candidate.getName().equals("place"))
            .findFirst()
            .orElseThrow();
    private final KnownVariables variables = KnownVariables.of(method, null);
    private final LimitedMethod limited = new LimitedMethod(
            "Api.place(Order,String)", List.of(), variables, false, ReturnKind.SYNCHRONOUS, List.of());

    LimitExpression parse(String text) {
        return expressions.parse("key", text, variables, limited.place());
    }

    /** The context of a real call, which there is only inside of one. */
    EvaluationContext call(Order order, String user) {
        AtomicReference<EvaluationContext> context = new AtomicReference<>();
        ProxyFactory factory = new ProxyFactory(new Api());
        factory.setProxyTargetClass(true);
        factory.addAdvice((MethodInterceptor) invocation -> {
            context.set(new LimitedCall(limited, invocation, expressions.shared(), expressions.scope()));
            return invocation.proceed();
        });
        ((Api) factory.getProxy()).place(order, user);
        return context.get();
    }
}
