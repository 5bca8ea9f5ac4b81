package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.Audience;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.interceptor.expression.KnownVariables;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import io.github.ratelimited.interceptor.fallback.Fallback;
import io.github.ratelimited.interceptor.fallback.FallbackReader;
import io.github.ratelimited.interceptor.fallback.FallbackSignature;
import io.github.ratelimited.interceptor.invocation.ReturnKind;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes one limit of a method from its annotation and the configuration. */
final class MethodLimitReader {

    private final Supplier<SettingsPrecedence> settings;
    private final int generation;
    private final Expressions expressions;
    private final FallbackReader fallbacks;

    MethodLimitReader(
            Supplier<SettingsPrecedence> settings, int generation, Expressions expressions, FallbackReader fallbacks) {
        this.settings = settings;
        this.generation = generation;
        this.expressions = expressions;
        this.fallbacks = fallbacks;
    }

    /**
     * What is known of a method whose limits are read.
     *
     * @param kind what it returns, {@code null} where it cannot be limited
     * @param problems takes what is wrong
     */
    record MethodFacts(
            FallbackSignature signature,
            KnownVariables variables,
            @Nullable ReturnKind kind,
            FindingCollector problems) {}

    /** The limit, or {@code null} when the annotation has mistakes that make it unusable. */
    @Nullable
    MethodLimit read(ResolvedAnnotation annotated, String name, MethodFacts method) {
        FindingCollector problems = method.problems();
        int before = problems.count();
        LimitExpressions depending = new ExpressionReader(
                        attribute -> expression(attribute, annotated.expression(attribute), method),
                        problems,
                        FindingCollector.ACTION)
                .read();
        Fallback fallback = problems.attempt(
                () -> fallbacks.read(annotated.text("fallback"), method.signature()),
                "Name a method with the same parameters, and if you like a RateLimitExceededException as the last,"
                        + " that returns the same type");
        LimiterSettings said = problems.attempt(annotated::settings);
        if (said == null) {
            return null;
        }
        LimiterSettings own = settings.get().own(name, said);
        LimiterSettings all = settings.get().inherited(own);
        RateLimit limit = said.describesLimit() || all.isComplete() ? problems.attempt(() -> limit(name, own)) : null;
        checkBlock(name, all, problems);
        if (problems.count() > before) {
            return null;
        }
        return new MethodLimit(
                name,
                !annotated.text("name").isEmpty(),
                said.describesLimit(),
                settings.get().source(name, said),
                limit,
                depending,
                all.timeout() != null ? all.timeout() : Duration.ZERO,
                fallback,
                own.onFailure(),
                own.blockFor(),
                all.mode() != null ? all.mode() : LimiterMode.ENFORCE,
                all.audience() != null ? all.audience() : Audience.CLIENT,
                generation,
                new AtomicReference<>());
    }

    private static void checkBlock(String name, LimiterSettings all, FindingCollector problems) {
        if (all.blockFor() != null && all.timeout() != null && !all.timeout().isZero()) {
            problems.add(
                    "Rate limit '" + name
                            + "' has blockFor, which follows calls that find no permits, but calls wait for"
                            + " them with timeout " + all.timeout(),
                    "Leave one of the two out");
        }
    }

    private @Nullable LimitExpression expression(String attribute, String text, MethodFacts method) {
        KnownVariables known = method.variables();
        if (attribute.equals("settle") && !text.isEmpty()) {
            SettleCheck.check(text, method);
            known = SettleVariables.of(method);
        }
        return expressions.parse(attribute, text, known, method.problems().place());
    }

    private @Nullable RateLimit limit(String name, LimiterSettings own) {
        try {
            return settings.get().limit(own);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException("Rate limit '" + name + "': " + ex.getMessage(), ex);
        }
    }
}
