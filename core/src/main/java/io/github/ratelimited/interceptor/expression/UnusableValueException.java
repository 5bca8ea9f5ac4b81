package io.github.ratelimited.interceptor.expression;

import java.time.DateTimeException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.spel.SpelEvaluationException;
import org.springframework.expression.spel.SpelMessage;
import org.springframework.util.Assert;

/**
 * An expression has no value for a call that it can have for others: it lacks something, or is no number, date or the like
 * of it. Within a request that is what its client has sent.
 */
public final class UnusableValueException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

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

    UnusableValueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** {@return whether a failure of an expression that asks no bean is that of what it was given} */
    static boolean isCauseOf(RuntimeException failure) {
        return failure instanceof SpelEvaluationException spel
                ? MISSING.contains(spel.getMessageCode()) || hasNullOperand(spel) || hasTextBeyondPatterns(spel)
                : failure instanceof IllegalArgumentException
                        || failure instanceof IndexOutOfBoundsException
                        || failure instanceof ArithmeticException
                        || failure instanceof DateTimeException
                        || failure instanceof NullPointerException
                        || isIndexOfNull(failure);
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

    /** For {@code {a: 1}[#name]} SpEL throws what its own assertion does. */
    private static boolean isIndexOfNull(RuntimeException failure) {
        return failure instanceof IllegalStateException
                && Arrays.stream(failure.getStackTrace())
                        .limit(1)
                        .anyMatch(top -> top.getClassName().equals(Assert.class.getName()));
    }
}
