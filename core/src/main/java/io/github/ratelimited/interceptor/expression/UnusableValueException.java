package io.github.ratelimited.interceptor.expression;

import java.time.DateTimeException;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.spel.SpelEvaluationException;
import org.springframework.expression.spel.SpelMessage;

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

    UnusableValueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** {@return whether a failure of an expression that asks no bean is that of what it was given} */
    static boolean isCauseOf(RuntimeException failure) {
        return failure instanceof SpelEvaluationException spel
                ? MISSING.contains(spel.getMessageCode())
                : failure instanceof IllegalArgumentException
                        || failure instanceof IndexOutOfBoundsException
                        || failure instanceof DateTimeException;
    }
}
