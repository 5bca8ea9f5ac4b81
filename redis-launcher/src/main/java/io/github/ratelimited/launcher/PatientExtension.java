package io.github.ratelimited.launcher;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.pollinterval.IterativePollInterval;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets Awaitility wait for up to 30 seconds unless a test says otherwise, and look at once, soon, and then ten times a
 * second. Its own 10 seconds are too few for servers that start or fail over on a busy machine, and most of what tests wait
 * for is there in less than the tenth of a second that it waits before it looks. JUnit finds this extension by itself
 * wherever this module is on the class path.
 */
public final class PatientExtension implements BeforeAllCallback {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    /** Called by JUnit. */
    public PatientExtension() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(IterativePollInterval.iterative(PatientExtension::next, FIRST_PAUSE));
    }

    private static Duration next(Duration pause) {
        Duration longer = pause.multipliedBy(2);
        return longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
    }
}
