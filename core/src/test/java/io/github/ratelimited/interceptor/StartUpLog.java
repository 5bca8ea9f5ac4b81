package io.github.ratelimited.interceptor;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.github.ratelimited.interceptor.startup.StartupVerifier;
import io.github.ratelimited.internal.LoggedLines;
import java.util.List;

/** What is logged while an application starts. */
public final class StartUpLog {

    private StartUpLog() {}

    public static List<ILoggingEvent> logged(AspectContext context) {
        try (context;
                LoggedLines log = LoggedLines.of(StartupVerifier.class.getPackageName())) {
            context.start();
            return log.events();
        }
    }
}
