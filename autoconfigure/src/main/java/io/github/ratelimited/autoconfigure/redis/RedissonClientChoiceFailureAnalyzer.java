package io.github.ratelimited.autoconfigure.redis;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says how to choose one of several clients. */
final class RedissonClientChoiceFailureAnalyzer extends AbstractFailureAnalyzer<RedissonClientChoiceException> {

    RedissonClientChoiceFailureAnalyzer() {}

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RedissonClientChoiceException cause) {
        return new FailureAnalysis(cause.getMessage(), """
                Do one of these:

                    - set ratelimited.redis.client to the name of the bean that limits use
                    - mark this bean with @Primary
                    - set ratelimited.redis.url to a server for limits alone""", cause);
    }
}
