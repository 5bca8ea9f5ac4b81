package io.github.ratelimited.interceptor;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.ratelimited.interceptor.startup.StartupVerifier;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What is logged while an application starts. */
public final class StartUpLog {

    private StartUpLog() {}

    public static List<ILoggingEvent> logged(AspectContext context) {
        Logger logger = (Logger) LoggerFactory.getLogger(StartupVerifier.class.getPackageName());
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.INFO);
        try (context) {
            context.start();
            return appender.list;
        } finally {
            logger.setLevel(null);
            logger.detachAppender(appender);
        }
    }
}
