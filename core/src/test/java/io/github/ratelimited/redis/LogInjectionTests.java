package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Text of users stays out of scripts, and whole lines of it out of logs and messages. */
class LogInjectionTests {

    private static final String HOSTILE =
            "bob\r\n2026-01-01 ERROR root logged in\u001b[31m\u2028\u202e') redis.call('FLUSHALL";

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.ratelimited");
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
        }
    };

    @Test
    void writesNoLinesOfUsers() {
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.DEBUG);
        List<String> texts = new ArrayList<>();
        try (RedisServer server = RedisServer.start();
                RealRedis redis = RealRedis.open(server.redis());
                RateLimiters limiters = redis.limiters("log").build()) {
            RateLimiter limiter = limiters.declare("api", RateLimit.of(1, Duration.ofHours(1)))
                    .forKey(HOSTILE);
            limiter.acquire();
            String key = redis.keys("log:api").get(0);
            server.redis().command("DEL", key);
            server.redis().command("SADD", key, "not ours");
            limiter.tryAcquire();
            texts.add(limiter.toString());
            texts.add(messageOf(() -> limiters.get(HOSTILE)));
            texts.add(messageOf(() -> limiter.tryAcquire(2)));
            texts.add(messageOf(() -> limiters.decide(Map.of(limiter, 2L), Duration.ZERO)));
            server.kill();
            Awaitility.await()
                    .until(() -> lines.stream()
                            .anyMatch(line -> line.startsWith("Redis cannot decide")
                                    || messageOf(limiter::tryAcquire).isEmpty()));
            texts.add(messageOf(limiter::tryAcquire));
        } finally {
            logger.setLevel(null);
            logger.detachAppender(appender);
        }
        texts.addAll(lines);
        assertThat(texts).anyMatch(text -> text.contains("corrupt")).anyMatch(text -> text.contains("cannot decide"));
        assertThat(texts).allSatisfy(text -> assertThat(text).doesNotContain("\r", "\n", "\u001b", "\u2028", "\u202e"));
    }

    private static String messageOf(Runnable call) {
        try {
            call.run();
            return "";
        } catch (RuntimeException ex) {
            return String.valueOf(ex.getMessage());
        }
    }
}
