package io.github.ratelimited.autoconfigure;

/** The application has a Spring Boot that is too old. */
public final class UnsupportedSpringBootException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnsupportedSpringBootException(String version) {
        super("Ratelimited needs Spring Boot 4.0 or later, but this application runs on Spring Boot " + version + ".");
    }
}
