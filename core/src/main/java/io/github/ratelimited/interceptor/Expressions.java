package io.github.ratelimited.interceptor;

import java.util.Map;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelCompilerMode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.expression.spel.support.StandardTypeLocator;

/** Parses expressions and makes their contexts. Safe for use by many threads. */
final class Expressions {

    private final SpelExpressionParser parser;
    private final EvaluationContext shared;

    Expressions(ConfigurableBeanFactory beanFactory) {
        @Nullable ClassLoader classLoader = beanFactory.getBeanClassLoader();
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
    LimitExpression parse(String attribute, String text, Variables variables, String place) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            SpelExpression parsed = parser.parseRaw(text);
            new ExpressionCheck(variables).check(parsed.getAST());
            return new LimitExpression(parsed, attribute + " '" + text + "'", place);
        } catch (ParseException | IllegalStateException ex) {
            throw new IllegalArgumentException(attribute + " '" + text + "' is no expression: " + ex.getMessage(), ex);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException(attribute + " '" + text + "' " + ex.getMessage(), ex);
        }
    }

    EvaluationContext context(Map<String, Integer> variables, MethodInvocation invocation) {
        return new CallContext(shared, variables, invocation);
    }
}
