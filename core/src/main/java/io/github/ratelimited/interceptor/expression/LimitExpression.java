package io.github.ratelimited.interceptor.expression;

import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.interceptor.invocation.CallScope;
import io.github.ratelimited.key.KeyEncoding;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.Elvis;
import org.springframework.expression.spel.ast.InlineList;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.Operator;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** An expression of one method. Failures name the expression and the method. Safe for use by many threads. */
public final class LimitExpression {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?[0-9]{1,100}");

    /** What a message may repeat of a text that a client has sent. */
    private static final Pattern PLAIN = Pattern.compile("[ -~]{0,40}");

    private final SpelExpression expression;
    private final String text;
    private final String place;
    private final Set<String> variables;
    private final boolean seesRoot;
    private final boolean asksBean;

    public LimitExpression(SpelExpression expression, String text, String place) {
        this.expression = expression;
        this.text = text;
        this.place = place;
        this.variables = parts(expression.getAST())
                .filter(VariableReference.class::isInstance)
                .map(variable -> variable.toStringAST().substring(1))
                .collect(Collectors.toUnmodifiableSet());
        this.seesRoot = seesRoot(expression.getAST(), true);
        this.asksBean = parts(expression.getAST()).anyMatch(BeanReference.class::isInstance);
    }

    /** A node, and all below it. */
    static Stream<SpelNode> parts(SpelNode node) {
        return Stream.concat(
                Stream.of(node),
                IntStream.range(0, node.getChildCount())
                        .mapToObj(node::getChild)
                        .flatMap(LimitExpression::parts));
    }

    /**
     * Whether a part may see the root, by its name or because it is the {@code first} one; in doubt it does. Speeds up methods
     * whose expressions do not: 184 bytes a call instead of 264 in the row {@code aspect_bytes} of the benchmark.
     */
    private static boolean seesRoot(SpelNode node, boolean first) {
        if (node instanceof VariableReference) {
            return Set.of("#root", "#this").contains(node.toStringAST());
        }
        boolean member = node instanceof PropertyOrFieldReference || node instanceof MethodReference;
        boolean known = member
                || node instanceof CompoundExpression
                || node instanceof Operator
                || node instanceof Literal
                || node instanceof InlineList;
        boolean sees = !known || member && first;
        for (int i = 0; i < node.getChildCount(); i++) {
            sees |= seesRoot(node.getChild(i), i == 0 || !(node instanceof CompoundExpression));
        }
        return sees;
    }

    /** {@return what it gives to every call, {@code null} where calls can change that} */
    public <T> @Nullable T constant(BiFunction<LimitExpression, EvaluationContext, @Nullable T> value) {
        boolean constant = parts(expression.getAST()).allMatch(LimitExpression::isConstant);
        return constant ? value.apply(this, new StandardEvaluationContext()) : null;
    }

    private static boolean isConstant(SpelNode part) {
        return part instanceof Literal
                || part instanceof Operator
                || part instanceof InlineList
                || part instanceof Elvis;
    }

    /** The names of the variables that it uses. */
    public Set<String> variables() {
        return variables;
    }

    public boolean uses(String variable) {
        return variables.contains(variable);
    }

    /** What a call really took, at least 0. */
    public long cost(EvaluationContext context) {
        long cost = permits(context);
        if (cost < 0) {
            throw failure("must be at least 0, but is " + cost, null);
        }
        return cost;
    }

    /** {@return the text of a key that is the same for each call} */
    public String keyText(EvaluationContext context) {
        Object value = key(context);
        if (value == null) {
            throw failure("must not be null", null);
        }
        try {
            return KeyEncoding.of(value);
        } catch (IllegalArgumentException ex) {
            throw failure("is not a key: " + ex.getMessage(), ex);
        }
    }

    /** {@return the key that a call gives, which may have parts, {@code null} for none} */
    public @Nullable Object key(EvaluationContext context) {
        return evaluate(context);
    }

    /**
     * The limiter for the key that a call gives.
     *
     * @param limiter the limiter without a key
     * @param context what the expression sees of the call
     * @param scope knows who calls, whose name then stands for them; {@code null} where nobody does
     * @throws NullKeyException for a call without a key
     */
    public RateLimiter limiter(RateLimiter limiter, EvaluationContext context, @Nullable CallScope scope) {
        Object value = key(context);
        if (value == null) {
            throw new NullKeyException(limiter.name(), described("must not be null"));
        }
        try {
            return limiter.forKey(scope == null || value instanceof String ? value : PrincipalNames.in(value, scope));
        } catch (NullKeyException ex) {
            throw new NullKeyException(limiter.name(), described("is not a key: " + ex.getMessage()));
        } catch (IllegalArgumentException ex) {
            throw failure("is not a key: " + ex.getMessage(), ex);
        }
    }

    /** The plan that a call counts by, {@code null} for none. */
    public @Nullable String plan(EvaluationContext context) {
        Object value = evaluate(context);
        if (value instanceof Optional<?> optional) {
            value = optional.orElse(null);
        }
        if (value == null) {
            return null;
        }
        if (value instanceof Enum<?> plan) {
            return plan.name();
        }
        if (value instanceof CharSequence text) {
            return text.toString();
        }
        throw failure(
                "must be a text, an enum or null, but is a " + value.getClass().getName(), null);
    }

    public boolean condition(EvaluationContext context) {
        Object value = evaluate(context);
        if (value instanceof Boolean met) {
            return met;
        }
        String other = value == null ? "null" : "a " + value.getClass().getName();
        String problem = "must be true or false, but is " + other;
        throw value == null || value instanceof CharSequence
                ? new UnusableValueException(described(problem), null)
                : failure(problem, null);
    }

    /** The permits, which may be more or fewer than any limit grants. Clients send numbers as text, as in a header. */
    public long permits(EvaluationContext context) {
        Object value = evaluate(context);
        if (value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        }
        return wholeNumber(value);
    }

    private long wholeNumber(@Nullable Object value) {
        String text = String.valueOf(value);
        try {
            if (value instanceof Number
                    || value instanceof CharSequence
                            && WHOLE_NUMBER.matcher(text).matches()) {
                return new BigDecimal(text)
                        .min(BigDecimal.valueOf(Long.MAX_VALUE))
                        .max(BigDecimal.valueOf(Long.MIN_VALUE))
                        .longValueExact();
            }
        } catch (NumberFormatException | ArithmeticException ex) {
            // Reported below.
        }
        boolean shown = PLAIN.matcher(text).matches();
        String given = !shown
                ? "text of " + text.length() + " characters"
                : value instanceof CharSequence ? "'" + text + "'" : text;
        throw new UnusableValueException(described("must be a whole number, but is " + given), null);
    }

    /** Besides its own exception, SpEL throws those of what it calls, and some by mistake. */
    private @Nullable Object evaluate(EvaluationContext context) {
        try {
            return seesRoot ? expression.getValue(context) : expression.getValue(context, (Object) null);
        } catch (RuntimeException ex) {
            String problem = "cannot be evaluated: " + ex.getMessage();
            throw !asksBean && ClientFault.isCauseOf(ex, expression.getAST(), context)
                    ? new UnusableValueException(described(problem), ex)
                    : failure(problem, ex);
        }
    }

    /** {@return the attribute and its text, such as {@code key '#user'}} */
    public String text() {
        return text;
    }

    public IllegalArgumentException failure(String problem, @Nullable Throwable cause) {
        return new IllegalArgumentException(described(problem), cause);
    }

    public String described(String problem) {
        return text + " of the rate limit on " + place + " " + problem;
    }
}
