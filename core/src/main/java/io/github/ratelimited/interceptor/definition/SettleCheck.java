package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.interceptor.definition.MethodLimitReader.MethodFacts;
import io.github.ratelimited.interceptor.expression.CallEnd;
import io.github.ratelimited.interceptor.fallback.FallbackSignature;
import io.github.ratelimited.interceptor.invocation.AsyncResultTypes;
import io.github.ratelimited.interceptor.invocation.ReturnKind;
import java.util.Set;
import java.util.TreeSet;

/** Finds what keeps the real cost of calls from being known. */
final class SettleCheck {

    private SettleCheck() {}

    static void check(String text, MethodFacts method) {
        FallbackSignature signature = method.signature();
        ReturnKind kind = method.kind();
        FindingCollector problems = method.problems();
        Class<?> late = kind == null ? null : AsyncResultTypes.in(signature.limited(), signature.userClass(), kind);
        if (late != null) {
            problems.add(
                    "settle '" + text + "' cannot be evaluated, because the method returns before its "
                            + late.getSimpleName() + " is done",
                    "Take the permits in the method with RateLimiter.hold and settle that Hold when the work is done,"
                            + " or return a CompletionStage, a Mono or a Flux of what the work gives");
        }
        Set<String> taken = new TreeSet<>(CallEnd.OF_METHODS);
        taken.removeIf(word -> !method.variables().contains(word));
        taken.forEach(word -> problems.add(
                "settle '" + text + "' cannot tell the parameter '" + word + "' from #" + word
                        + ", which says how the call ended",
                "Give the parameter another name"));
    }
}
