package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.Audience;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import io.github.ratelimited.interceptor.expression.Variables;
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
    private final SettleReader settles;

    MethodLimitReader(
            Supplier<SettingsPrecedence> settings, int generation, Expressions expressions, FallbackReader fallbacks) {
        this.settings = settings;
        this.generation = generation;
        this.expressions = expressions;
        this.fallbacks = fallbacks;
        this.settles = new SettleReader(expressions);
    }

    /** The limit, or {@code null} when the annotation has mistakes that make it unusable. */
    @Nullable
    MethodLimit read(
            ResolvedAnnotation annotated,
            String name,
            Variables variables,
            FallbackSignature signature,
            @Nullable ReturnKind kind,
            FindingCollector problems) {
        int before = problems.count();
        @Nullable LimitExpression key = expression("key", annotated, variables, problems);
        @Nullable LimitExpression permits = expression("permits", annotated, variables, problems);
        @Nullable LimitExpression condition = expression("condition", annotated, variables, problems);
        if (condition != null && condition.isConstant()) {
            problems.attempt(condition::constantCondition);
        }
        @Nullable LimitExpression plan = expression("plan", annotated, variables, problems);
        if (plan != null && plan.isConstant()) {
            problems.attempt(plan::constantPlan);
        }
        @Nullable
        Fallback fallback = problems.attempt(
                () -> fallbacks.read(annotated.text("fallback"), signature),
                "Name a method with the same parameters, and if you like a RateLimitExceededException as the last,"
                        + " that returns the same type");
        @Nullable LimiterSettings said = problems.attempt(annotated::settings);
        if (said == null) {
            return null;
        }
        LimiterSettings own = settings.get().own(name, said);
        LimiterSettings all = own.orElse(settings.get().defaults());
        @Nullable
        RateLimit limit = said.describesLimit() || all.isComplete() ? problems.attempt(() -> limit(name, own)) : null;
        @Nullable
        Long constant = permits != null && permits.isConstant() ? problems.attempt(permits::constantPermits) : null;
        @Nullable String text = problems.attempt(() -> annotated.text("settle"));
        @Nullable
        LimitExpression settle =
                text == null ? null : settles.read(text, signature, kind, variables, constant, problems);
        if (all.blockFor() != null && all.timeout() != null && !all.timeout().isZero()) {
            problems.add(
                    "Rate limit '" + name
                            + "' has blockFor, which follows calls that find no permits, but calls wait for"
                            + " them with timeout " + all.timeout(),
                    "Leave one of the two out");
        }
        if (problems.count() > before) {
            return null;
        }
        return new MethodLimit(
                name,
                !annotated.text("name").isEmpty(),
                said.describesLimit(),
                settings.get().source(name, said),
                limit,
                new LimitExpressions(key, permits, condition, plan, settle),
                all.timeout() != null ? all.timeout() : Duration.ZERO,
                fallback,
                own.onFailure(),
                own.blockFor(),
                all.mode() != null ? all.mode() : LimiterMode.ENFORCE,
                all.audience() != null ? all.audience() : Audience.CLIENT,
                generation,
                new AtomicReference<>());
    }

    private @Nullable LimitExpression expression(
            String attribute, ResolvedAnnotation annotated, Variables variables, FindingCollector problems) {
        return problems.attempt(
                () -> expressions.parse(attribute, annotated.text(attribute), variables, problems.place()));
    }

    private @Nullable RateLimit limit(String name, LimiterSettings own) {
        try {
            return settings.get().limit(own);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException("Rate limit '" + name + "': " + ex.getMessage(), ex);
        }
    }
}
