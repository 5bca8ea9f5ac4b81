package io.github.ratelimited.sample.stories;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiterUnavailableException;
import java.net.URI;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers refused calls in the form of RFC 9457. */
@RestControllerAdvice
final class RefusedCalls {

    private static final URI QUOTA_EXCEEDED =
            URI.create("https://iana.org/assignments/http-problem-types#quota-exceeded");

    @ExceptionHandler
    ResponseEntity<ProblemDetail> exceeded(RateLimitExceededException exception) {
        Decision decision = exception.getDecision();
        ProblemDetail problem = ProblemDetail.forStatus(HttpStatus.TOO_MANY_REQUESTS);
        problem.setType(QUOTA_EXCEEDED);
        problem.setTitle("Too many requests");
        problem.setDetail("The limit '" + decision.limiter() + "' is used up.");
        return ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS)
                .header(HttpHeaders.RETRY_AFTER, Long.toString(seconds(decision.retryAfter())))
                .body(problem);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unavailable(RateLimiterUnavailableException exception) {
        ProblemDetail problem = ProblemDetail.forStatus(HttpStatus.SERVICE_UNAVAILABLE);
        problem.setDetail("The rate limit cannot be checked right now.");
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).body(problem);
    }

    /** Rounded up, so that a client that waits as long as told is not refused again. */
    private static long seconds(Duration duration) {
        return Math.max(1, duration.plusSeconds(1).minusNanos(1).toSeconds());
    }
}
