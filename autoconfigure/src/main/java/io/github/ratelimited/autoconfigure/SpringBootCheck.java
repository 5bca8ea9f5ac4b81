package io.github.ratelimited.autoconfigure;

import org.jspecify.annotations.Nullable;

/** Ends the start under a Spring Boot that is too old, before a class that it does not have ends it. */
public final class SpringBootCheck {

    private static final int OLDEST = 4;

    private SpringBootCheck() {}

    public static void require(@Nullable String version) {
        if (version != null && Integer.parseInt(version.substring(0, version.indexOf('.'))) < OLDEST) {
            throw new UnsupportedSpringBootException(version);
        }
    }
}
