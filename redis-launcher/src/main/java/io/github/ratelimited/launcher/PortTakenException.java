package io.github.ratelimited.launcher;

/** The server did not start because its port is in use. */
final class PortTakenException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    PortTakenException(String message) {
        super(message);
    }
}
