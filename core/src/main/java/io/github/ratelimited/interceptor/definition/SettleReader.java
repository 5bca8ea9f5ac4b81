package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.interceptor.expression.CallEnd;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.Variables;
import io.github.ratelimited.interceptor.fallback.FallbackSignature;
import io.github.ratelimited.interceptor.invocation.LateResults;
import io.github.ratelimited.interceptor.invocation.ReturnKind;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads what calls of a method really take, and finds what keeps it from being known. */
final class SettleReader {

    private static final Set<String> OF_ONE_VALUE = Set.of(CallEnd.RESULT, CallEnd.ERROR);

    private final Expressions expressions;

    SettleReader(Expressions expressions) {
        this.expressions = expressions;
    }

    @Nullable
    LimitExpression read(
            String text,
            FallbackSignature signature,
            @Nullable ReturnKind kind,
            Variables arguments,
            @Nullable Long permits,
            FindingCollector problems) {
        if (text.isEmpty()) {
            return null;
        }
        Class<?> late = kind == null ? null : LateResults.in(signature.limited(), signature.userClass(), kind);
        if (late != null) {
            problems.add(
                    "settle '" + text + "' cannot be evaluated, because the method returns before its "
                            + late.getSimpleName() + " is done",
                    "Take the permits in the method with RateLimiter.hold and settle that Hold when the work is done,"
                            + " or return a CompletionStage, a Mono or a Flux of what the work gives");
        }
        Set<String> taken = new TreeSet<>(CallEnd.OF_METHODS);
        taken.removeIf(word -> !arguments.contains(word));
        taken.forEach(word -> problems.add(
                "settle '" + text + "' cannot tell the parameter '" + word + "' from #" + word
                        + ", which says how the call ended",
                "Give the parameter another name"));
        if (permits != null && permits == 0) {
            problems.add(
                    "permits '0' with settle '" + text + "' lets all calls through that run at the same time",
                    "Let a call take at least 1 permit first; what settle does not need goes back");
        }
        Variables variables = arguments.with(kind == null || kind.isMultiValue() ? CallEnd.OF_METHODS : OF_ONE_VALUE);
        @Nullable
        LimitExpression settle = problems.attempt(() -> expressions.parse("settle", text, variables, problems.place()));
        if (settle != null && settle.isConstant()) {
            problems.attempt(settle::constantCost);
        }
        return settle;
    }
}
