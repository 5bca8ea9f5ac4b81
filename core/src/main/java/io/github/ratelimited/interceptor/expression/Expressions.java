package io.github.ratelimited.interceptor.expression;

import io.github.ratelimited.interceptor.invocation.CallScope;
import io.github.ratelimited.interceptor.invocation.ThreadScope;
import java.util.function.Predicate;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.SpelCompilerMode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.expression.spel.support.StandardTypeLocator;

/** Parses expressions and makes their contexts. Safe for use by many threads. */
public final class Expressions {

    private final SpelExpressionParser parser;
    private final EvaluationContext shared;
    private final ThreadScope threadScope;
    private final Predicate<String> beans;

    public Expressions(ConfigurableBeanFactory beanFactory) {
        this.beans = beanFactory::containsBean;
        @Nullable ClassLoader classLoader = beanFactory.getBeanClassLoader();
        this.threadScope = new ThreadScope(classLoader);
        this.parser = new SpelExpressionParser(new SpelParserConfiguration(SpelCompilerMode.MIXED, classLoader));
        StandardEvaluationContext context = new StandardEvaluationContext();
        context.setBeanResolver(new BeanFactoryResolver(beanFactory));
        context.setTypeLocator(new StandardTypeLocator(classLoader));
        // Both are made at first use, which two threads must not race for.
        context.getTypeConverter();
        context.getMethodResolvers();
        this.shared = context;
    }

    /**
     * Parses an expression and checks the names that it uses.
     *
     * @return the expression, or {@code null} for empty text
     * @throws IllegalArgumentException when it cannot work
     */
    @Nullable
    public LimitExpression parse(String attribute, String text, Variables variables, String place) {
        if (text.isEmpty()) {
            return null;
        }
        String told = attribute + " '" + text + "'";
        SpelExpression parsed = parse(text, told);
        try {
            new ExpressionCheck(variables, threadScope::offers, beans, shared).check(parsed.getAST());
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException(told + " " + ex.getMessage(), ex);
        }
        return new LimitExpression(parsed, told, place);
    }

    /** Besides its own exception, SpEL throws some by mistake: the end of {@code 8E} is beyond its array. */
    private SpelExpression parse(String text, String told) {
        try {
            return parser.parseRaw(text);
        } catch (RuntimeException ex) {
            throw new IllegalArgumentException(told + " is no expression: " + ex.getMessage(), ex);
        }
    }

    /**
     * What the expressions of one call see.
     *
     * @param scope values of variables that stand for no argument, {@code null} for those of the thread
     */
    public EvaluationContext context(Variables variables, @Nullable CallScope scope, MethodInvocation invocation) {
        return new CallContext(shared, variables.indexes(), scope != null ? scope : threadScope, invocation);
    }

    /** What is bound to the thread of a call. */
    public ThreadScope scope() {
        return threadScope;
    }
}
