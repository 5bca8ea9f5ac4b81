package io.github.ratelimited.autoconfigure.web;

import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;

/** What holds whatever the web server, of an application for each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WebContract {

    private final WebApplicationType type;
    private final Class<?> application;

    WebContract(WebApplicationType type, Class<?> application) {
        this.type = type;
        this.application = application;
    }

    final Server serve(String... settings) {
        return Server.start(type, application, settings);
    }
}
