package io.github.ratelimited.autoconfigure.failure;

import io.github.ratelimited.autoconfigure.UnsupportedSpringBootException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which Spring Boot is needed. */
final class UnsupportedSpringBootFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedSpringBootException> {

    UnsupportedSpringBootFailureAnalyzer() {}

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedSpringBootException cause) {
        return new FailureAnalysis(cause.getMessage(), """
                Do one of these:

                    - upgrade to Spring Boot 4.0 or later
                    - depend on ratelimited-core instead of ratelimited-spring-boot-starter, and make limiters with\
                 RedisRateLimiters.builder(redissonClient), which needs no Spring""", cause);
    }
}
