package io.github.ratelimited.internal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What is logged from INFO on, until it is closed. */
public final class LoggedLines implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    private LoggedLines(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
    }

    /** By a class, or by all of a package. */
    public static LoggedLines of(String name) {
        return new LoggedLines(name);
    }

    public static LoggedLines of(Class<?> type) {
        return of(type.getName());
    }

    public List<ILoggingEvent> events() {
        return appender.list;
    }

    public List<String> texts() {
        return events().stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    public List<String> warnings() {
        return events().stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.setLevel(null);
        logger.detachAppender(appender);
    }
}
