package io.github.ratelimited.autoconfigure.redis;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says how to choose one of several clients. */
final class RedissonClientChoiceFailureAnalyzer extends AbstractFailureAnalyzer<RedissonClientChoiceException> {

    RedissonClientChoiceFailureAnalyzer() {}

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RedissonClientChoiceException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
