package io.github.ratelimited.hold;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.RateLimiterUnavailableException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ShadowRequestTests {

    @Test
    void doesNotFillTheLogWithWhatClientsLeaveOut() {
        Logger logger = (Logger) LoggerFactory.getLogger(ShadowRequest.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            for (int call = 0; call < 3; call++) {
                ShadowRequest.ignore("watched-by-log", new NullKeyException("watched-by-log", "no header"));
                ShadowRequest.ignore("watched-by-log", new IllegalArgumentException("no number"));
                ShadowRequest.ignore("watched-by-log", new RateLimiterUnavailableException("Redis failed", null));
            }
        } finally {
            logger.detachAppender(lines);
        }

        Stream<String> warnings = lines.list.stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains("watched-by-log"));
        assertThat(warnings)
                .satisfiesExactly(
                        line -> assertThat(line).contains("no header"),
                        line -> assertThat(line).contains("no number"));
    }
}
