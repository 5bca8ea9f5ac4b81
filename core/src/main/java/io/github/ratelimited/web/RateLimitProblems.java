package io.github.ratelimited.web;

import io.github.ratelimited.Audience;
import io.github.ratelimited.CalendarInterval;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.ImpossiblePermitsException;
import io.github.ratelimited.NullRequestKeyException;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiterUnavailableException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;
import org.springframework.context.MessageSourceAware;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;

/**
 * Answers rejected requests with problem details of RFC 9457: 429 where a limit is used up, 503 where it could not be
 * decided or is not meant for clients, 400 where the request has no key, 422 where it asks for more than can ever be
 * granted. Texts can be replaced by a {@link MessageSource}, and details by an {@link ErrorResponse.Interceptor}. Safe for
 * use by many threads.
 */
public final class RateLimitProblems implements MessageSourceAware {

    private static final String TYPES = "https://iana.org/assignments/http-problem-types#";
    private static final URI QUOTA_EXCEEDED = URI.create(TYPES + "quota-exceeded");
    private static final URI REDUCED_CAPACITY = URI.create(TYPES + "temporary-reduced-capacity");

    /** More than there are one behind the other, unless they go round in a circle. */
    private static final int MOST_CAUSES = 100;

    private final Disclosure disclosure;
    private volatile @Nullable MessageSource messages;

    /** Makes the answers, with what clients may learn. */
    public RateLimitProblems(Disclosure disclosure) {
        this.disclosure = disclosure;
    }

    /** The rejection among the causes of a failure, where handlers of exceptions search too, or {@code null}. */
    static @Nullable RuntimeException rejection(Throwable failure) {
        Throwable cause = failure;
        for (int causes = 0; cause != null && causes < MOST_CAUSES; causes++) {
            if (cause instanceof RateLimitExceededException
                    || cause instanceof RateLimiterUnavailableException
                    || cause instanceof ImpossiblePermitsException
                    || cause instanceof NullRequestKeyException) {
                return (RuntimeException) cause;
            }
            cause = cause.getCause();
        }
        return null;
    }

    /** {@return the status of the answer to what leaves the filters, which is 500 unless it is a rejection} */
    public static HttpStatus statusOf(Throwable failure) {
        RuntimeException rejection = rejection(failure);
        return rejection == null ? HttpStatus.INTERNAL_SERVER_ERROR : status(rejection);
    }

    static HttpStatus status(RuntimeException rejection) {
        if (rejection instanceof ImpossiblePermitsException) {
            return HttpStatus.UNPROCESSABLE_CONTENT;
        }
        if (rejection instanceof NullRequestKeyException) {
            return HttpStatus.BAD_REQUEST;
        }
        return rejection instanceof RateLimitExceededException exceeded
                        && exceeded.getDecision().basis() != Basis.CLOSED
                        && exceeded.getDecision().audience() == Audience.CLIENT
                ? HttpStatus.TOO_MANY_REQUESTS
                : HttpStatus.SERVICE_UNAVAILABLE;
    }

    /** The value of {@code Retry-After}, {@code null} where the same request fails at any time. */
    static @Nullable String retryAfter(RuntimeException rejection) {
        if (rejection instanceof RateLimitExceededException exceeded) {
            return Long.toString(Seconds.retryAfter(exceeded.getDecision().retryAfter()));
        }
        return rejection instanceof RateLimiterUnavailableException ? "1" : null;
    }

    @Override
    public void setMessageSource(MessageSource messages) {
        this.messages = messages;
    }

    /** The answer to one of the exceptions that {@link #rejection} finds. */
    ErrorResponse answer(RuntimeException rejected, Locale locale) {
        if (rejected instanceof RateLimitExceededException exceeded) {
            return exceeded(exceeded, locale);
        }
        if (rejected instanceof ImpossiblePermitsException impossible) {
            return impossible(impossible, locale);
        }
        return rejected instanceof NullRequestKeyException missing
                ? withoutKey(missing, locale)
                : undecided(rejected, List.of(), Duration.ZERO, locale);
    }

    private ErrorResponse exceeded(RateLimitExceededException rejected, Locale locale) {
        Decision decision = rejected.getDecision();
        if (decision.audience() == Audience.NONE) {
            return unavailable(
                    rejected, "The request cannot be served right now.", List.of(), decision.retryAfter(), locale);
        }
        List<String> violated = disclosure.shows(decision.limiter()) ? List.of(decision.limiter()) : List.of();
        if (status(rejected) == HttpStatus.SERVICE_UNAVAILABLE) {
            return undecided(rejected, violated, decision.retryAfter(), locale);
        }
        String limit = violated.isEmpty() ? "A limit" : "The limit '" + decision.limiter() + "'";
        String applied = violated.isEmpty() ? "" : " of " + words(decision.limit());
        String detail = decision.blocked()
                ? limit + " blocks this request for now."
                : limit + applied + left(decision.remaining());
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.TOO_MANY_REQUESTS, detail);
        problem.setTitle("Too many requests");
        problem.setType(QUOTA_EXCEEDED);
        return response(rejected, problem, violated, decision.retryAfter(), locale);
    }

    private static String left(long remaining) {
        return remaining == 0 ? " is used up." : " has only " + remaining + " left.";
    }

    private static String words(RateLimit limit) {
        CalendarInterval calendar = limit.calendar();
        return limit.rate() + " in "
                + (calendar == null
                        ? Seconds.words(limit.interval())
                        : "a calendar " + calendar.unit().name().toLowerCase(Locale.ROOT));
    }

    private ErrorResponse impossible(ImpossiblePermitsException rejected, Locale locale) {
        boolean shown = rejected.getAudience() == Audience.CLIENT && disclosure.shows(rejected.getLimiter());
        String detail = shown
                ? "The limit '" + rejected.getLimiter() + "' grants 0 to " + rejected.getMaxPermits()
                        + " permits at once, but " + asked(rejected.getPermits()) + " were asked for."
                : "More was asked for than a limit can ever grant.";
        return untitled(
                rejected,
                detail,
                locale,
                shown ? rejected.getLimiter() : "",
                shown ? rejected.getPermits() : "",
                shown ? rejected.getMaxPermits() : "");
    }

    private static String asked(long permits) {
        return permits == Long.MAX_VALUE ? "more" : permits == Long.MIN_VALUE ? "fewer" : Long.toString(permits);
    }

    private ErrorResponse withoutKey(NullRequestKeyException rejected, Locale locale) {
        boolean shown = disclosure.shows(rejected.getLimiter());
        String limit = shown ? "the limit '" + rejected.getLimiter() + "'" : "a limit";
        String detail = "The request has no value that " + limit + " can count by, or one that is not valid.";
        return untitled(rejected, detail, locale, shown ? rejected.getLimiter() : "");
    }

    /** An answer that the same request always gets. */
    private ErrorResponse untitled(RuntimeException rejected, String detail, Locale locale, Object... arguments) {
        return ErrorResponse.builder(rejected, ProblemDetail.forStatusAndDetail(status(rejected), detail))
                .detailMessageArguments(arguments)
                .build(messages, locale);
    }

    private ErrorResponse undecided(Throwable cause, List<String> violated, Duration retryAfter, Locale locale) {
        return unavailable(cause, "Limits cannot be checked right now.", violated, retryAfter, locale);
    }

    private ErrorResponse unavailable(
            Throwable cause, String detail, List<String> violated, Duration retryAfter, Locale locale) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, detail);
        problem.setTitle("Temporarily reduced capacity");
        problem.setType(REDUCED_CAPACITY);
        return response(cause, problem, violated, retryAfter, locale);
    }

    private ErrorResponse response(
            Throwable cause, ProblemDetail problem, List<String> violated, Duration retryAfter, Locale locale) {
        return ErrorResponse.builder(cause, problem)
                .property("violated-policies", violated)
                .header(HttpHeaders.RETRY_AFTER, Long.toString(Seconds.retryAfter(retryAfter)))
                .detailMessageArguments(violated.isEmpty() ? "" : violated.get(0), Seconds.retryAfter(retryAfter))
                .build(messages, locale);
    }
}
