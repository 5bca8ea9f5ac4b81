package io.github.ratelimited.interceptor.expression;

import io.github.ratelimited.interceptor.invocation.ClientAddresses;
import io.github.ratelimited.interceptor.invocation.ClientAddresses.Forwarded;
import io.github.ratelimited.interceptor.invocation.ThreadScope;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.core.NativeDetector;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.SpelCompilerMode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.expression.spel.support.StandardTypeLocator;
import org.springframework.util.function.SingletonSupplier;

/** Parses expressions and makes their contexts. Safe for use by many threads. */
public final class Expressions {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    private final SpelExpressionParser parser;
    private final EvaluationContext shared;
    private final Supplier<ClientAddresses> addresses;
    private final ThreadScope threadScope;
    private final Predicate<String> beans;

    public Expressions(ConfigurableBeanFactory beanFactory) {
        this.beans = beanFactory::containsBean;
        ClassLoader classLoader = beanFactory.getBeanClassLoader();
        this.addresses = SingletonSupplier.of(() -> beanFactory
                .getBeanProvider(ClientAddresses.class)
                .getIfAvailable(() -> new ClientAddresses(64, Forwarded.HANDLED)));
        this.threadScope = new ThreadScope(classLoader, addresses);
        this.parser = new SpelExpressionParser(new SpelParserConfiguration(compilerMode(), classLoader));
        StandardEvaluationContext context = new StandardEvaluationContext();
        context.setBeanResolver(new BeanFactoryResolver(beanFactory));
        context.setTypeLocator(new StandardTypeLocator(classLoader));
        // Both are made at first use, which two threads must not race for.
        context.getTypeConverter();
        context.getMethodResolvers();
        this.shared = context;
    }

    /** A native image cannot define the classes that expressions are compiled to. */
    private static SpelCompilerMode compilerMode() {
        return NativeDetector.inNativeImage() ? SpelCompilerMode.OFF : SpelCompilerMode.MIXED;
    }

    /**
     * {@return an expression, all names in which are known; {@code null} for empty text}
     *
     * @throws IllegalArgumentException when it cannot work
     */
    public @Nullable LimitExpression parse(String attribute, String text, KnownVariables variables, String place) {
        return parse(
                attribute, text, place, new NameCheck(NameCheck.CALL, variables, threadScope::offers, beans, shared));
    }

    /** The same for an expression that has variables and no root. */
    public @Nullable LimitExpression parse(String attribute, String text, Set<String> variables, String place) {
        Map<String, Integer> names = variables.stream().collect(Collectors.toMap(name -> name, name -> -1));
        KnownVariables known = new KnownVariables(names, List.of(), true);
        return parse(attribute, text, place, new NameCheck(Set.of(), known, name -> false, beans, shared));
    }

    /** {@return the addresses of clients as keys} */
    public ClientAddresses addresses() {
        return addresses.get();
    }

    /** {@return resolvers that all contexts share} */
    public EvaluationContext shared() {
        return shared;
    }

    private @Nullable LimitExpression parse(String attribute, String text, String place, NameCheck check) {
        if (text.isEmpty()) {
            return null;
        }
        String described = attribute + " '" + text + "'";
        SpelExpression parsed = parse(text, described);
        try {
            check.check(parsed.getAST());
            new ValueTypeCheck(attribute, check.variables(), threadScope.knowsCallers()).check(parsed.getAST());
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException(described + " " + ex.getMessage() + quoted(attribute, text), ex);
        }
        return new LimitExpression(parsed, described, place);
    }

    /** A plan is mostly meant by its name, which SpEL takes for that of a property. */
    private static String quoted(String attribute, String text) {
        return attribute.equals("plan") && NAME.matcher(text).matches()
                ? ". For the plan of that name write '" + text + "', in quotes"
                : "";
    }

    /**
     * Besides its own exception, SpEL throws some by mistake: the end of {@code 8E} is beyond its array, and {@code new int[]}
     * has no text, by which its parts are checked.
     */
    private SpelExpression parse(String text, String described) {
        try {
            SpelExpression parsed = parser.parseRaw(text);
            parsed.toStringAST();
            return parsed;
        } catch (RuntimeException ex) {
            throw new IllegalArgumentException(described + " is not an expression: " + ex.getMessage(), ex);
        }
    }

    /** What is bound to the thread of a call. */
    public ThreadScope scope() {
        return threadScope;
    }
}
