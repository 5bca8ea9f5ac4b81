package io.github.ratelimited.launcher;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets Awaitility wait for up to 30 seconds unless a test says otherwise. Its own 10 are too few for servers that start or
 * fail over on a busy machine. JUnit finds this extension by itself wherever this module is on the class path.
 */
public final class PatientExtension implements BeforeAllCallback {

    /** Called by JUnit. */
    public PatientExtension() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
    }
}
