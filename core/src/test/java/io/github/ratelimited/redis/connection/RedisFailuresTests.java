package io.github.ratelimited.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiterUnavailableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisReconnectedException;
import org.redisson.client.RedisResponseTimeoutException;
import org.redisson.client.WriteRedisConnectionException;

class RedisFailuresTests {

    private static boolean isCertain(RuntimeException failure) {
        return RedisFailures.hasNotRun(
                new CompletionException(new RateLimiterUnavailableException("Redis failed", failure)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LOADING Redis is loading the dataset in memory",
                "CLUSTERDOWN The cluster is down",
                "MASTERDOWN Link with MASTER is down",
                "READONLY You can't write against a read only replica.",
                "BUSY Redis is busy running a script.",
                "MISCONF Redis is configured to save RDB snapshots",
                "NOREPLICAS Not enough good replicas to write.",
                "NOSCRIPT No matching script. Please use EVAL.",
                "NOPERM this user has no permissions to run the 'evalsha' command"
            })
    void isCertainAfterTheseErrors(String error) {
        assertThat(isCertain(new RedisException(error + ". channel: [id: 0x1] command: (EVALSHA)")))
                .isTrue();
    }

    @Test
    void isCertainWithoutAConnectionOrMemory() {
        assertThat(isCertain(new RedisOutOfMemoryException("command not allowed")))
                .isTrue();
        assertThat(isCertain(new WriteRedisConnectionException("Unable to write command into connection!")))
                .isTrue();
        assertThat(isCertain(new RedisException("Unexpected", new RedisConnectionException("Unable to connect"))))
                .isTrue();
    }

    @Test
    void aMissingRightMayEndAScriptThatHasSettled() {
        assertThat(RedisFailures.hasCountedNothing(new RedisException("OOM command not allowed")))
                .isTrue();
        assertThat(RedisFailures.hasCountedNothing(
                        new RedisException("NOPERM no permissions to run the 'rpop' command")))
                .isFalse();
    }

    @Test
    void isNotCertainOfWhatWasSent() {
        assertThat(isCertain(new RedisResponseTimeoutException("Redis server response timeout (2000 ms)")))
                .isFalse();
        assertThat(isCertain(new RedisReconnectedException("Command execution interrupted due to reconnection")))
                .isFalse();
        assertThat(isCertain(new RedisException("ERR Error running script"))).isFalse();
        assertThat(RedisFailures.hasNotRun(new RateLimiterUnavailableException("late", new TimeoutException())))
                .isFalse();
    }
}
