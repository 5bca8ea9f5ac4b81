package io.github.ratelimited.web.route;

import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.NullRequestKeyException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPattern.PathMatchInfo;

/**
 * A route that is ready to match requests.
 *
 * @param path pattern of the paths
 * @param methods HTTP methods that count; empty for all
 * @param limiter name of the limiter
 * @param key for whom it counts, or {@code null}
 * @param permits what a request takes, or {@code null} for one permit
 * @param condition whether a request counts, or {@code null} for always
 * @param timeout longest wait
 */
record Route(
        PathPattern path,
        Set<String> methods,
        String limiter,
        @Nullable LimitExpression key,
        @Nullable LimitExpression permits,
        @Nullable LimitExpression condition,
        Duration timeout) {

    /** The variables of the path, or {@code null} when the route is not for the request. */
    @Nullable
    Map<String, String> match(String method, PathContainer requested) {
        if (!methods.isEmpty() && !methods.contains(method)) {
            return null;
        }
        PathMatchInfo match = path.matchAndExtract(requested);
        return match == null ? null : match.getUriVariables();
    }

    boolean uses(String variable) {
        return uses(key, variable) || uses(permits, variable) || uses(condition, variable);
    }

    private static boolean uses(@Nullable LimitExpression expression, String variable) {
        return expression != null && expression.uses(variable);
    }

    boolean counts(EvaluationContext context) {
        return condition == null || condition.condition(context);
    }

    long permits(EvaluationContext context) {
        return permits == null ? 1 : permits.permits(context);
    }

    RateLimiter limiter(RateLimiters limiters, EvaluationContext context) {
        RateLimiter named = limiters.get(limiter);
        if (key == null) {
            return named;
        }
        @Nullable Object value = key.key(context);
        if (value == null) {
            throw new NullRequestKeyException(limiter, key.described("must not be null"));
        }
        try {
            return named.forKey(value);
        } catch (NullKeyException ex) {
            throw new NullRequestKeyException(limiter, key.described("is no key: " + ex.getMessage()));
        } catch (IllegalArgumentException ex) {
            throw key.failure("is no key: " + ex.getMessage(), ex);
        }
    }
}
