package io.github.ratelimited.interceptor.expression;

import java.time.DateTimeException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.ExpressionState;
import org.springframework.expression.spel.SpelEvaluationException;
import org.springframework.expression.spel.SpelMessage;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.Indexer;

/** Tells failures of expressions that come from what a client has sent from those of the expression itself. */
final class ClientFault {

    private static final Set<SpelMessage> MISSING = EnumSet.of(
            SpelMessage.METHOD_CALL_ON_NULL_OBJECT_NOT_ALLOWED,
            SpelMessage.PROPERTY_OR_FIELD_NOT_READABLE_ON_NULL,
            SpelMessage.CANNOT_INDEX_INTO_NULL_VALUE,
            SpelMessage.COLLECTION_INDEX_OUT_OF_BOUNDS,
            SpelMessage.ARRAY_INDEX_OUT_OF_BOUNDS,
            SpelMessage.STRING_INDEX_OUT_OF_BOUNDS,
            SpelMessage.TYPE_CONVERSION_ERROR);

    /** In the signature of a method that SpEL did not find. */
    private static final Pattern NULL_ARGUMENT = Pattern.compile("[(,]null[),]");

    private ClientFault() {}

    /** {@return whether a failure of an expression that asks no bean is that of what the context gave it} */
    static boolean isCauseOf(RuntimeException failure, SpelNode expression, EvaluationContext context) {
        return failure instanceof SpelEvaluationException spel
                ? MISSING.contains(spel.getMessageCode()) || hasNullOperand(spel) || hasTextBeyondPatterns(spel)
                : failure instanceof IllegalArgumentException
                        || failure instanceof IndexOutOfBoundsException
                        || failure instanceof ArithmeticException
                        || failure instanceof DateTimeException
                        || failure instanceof NullPointerException
                        || failure instanceof IllegalStateException && hasNullIndex(expression, context);
    }

    /** As in {@code #size + 1}, {@code #name matches 'a.*'} or {@code 'abc'.substring(#from)}. */
    private static boolean hasNullOperand(SpelEvaluationException failure) {
        return Arrays.stream(failure.getInserts())
                .map(String::valueOf)
                .anyMatch(operand ->
                        operand.equals("null") || NULL_ARGUMENT.matcher(operand).find());
    }

    /** SpEL gives up on a text that is too long for {@code matches}. */
    private static boolean hasTextBeyondPatterns(SpelEvaluationException failure) {
        return failure.getMessageCode() == SpelMessage.FLAWED_PATTERN
                && failure.getCause() instanceof IllegalStateException;
    }

    /** For {@code {a: 1}[#name]} SpEL throws an exception that does not say why. */
    private static boolean hasNullIndex(SpelNode expression, EvaluationContext context) {
        return LimitExpression.parts(expression)
                .filter(Indexer.class::isInstance)
                .anyMatch(indexer -> isNull(indexer.getChild(0), context));
    }

    private static boolean isNull(SpelNode index, EvaluationContext context) {
        try {
            return index.getValue(new ExpressionState(context)) == null;
        } catch (RuntimeException ex) {
            return false;
        }
    }
}
