package io.github.ratelimited.autoconfigure.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** It is open which client of the application limits are to use. */
final class RedissonClientChoiceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    RedissonClientChoiceException(@Nullable String wanted, List<String> names) {
        super(message(wanted, names));
        this.action = action(wanted, names);
    }

    private static String message(@Nullable String wanted, List<String> names) {
        if (wanted == null) {
            return "Rate limits need one RedissonClient, but the application has several and none is primary: "
                    + String.join(", ", names);
        }
        return "ratelimited.redis.client names '" + wanted + "', but "
                + (names.isEmpty()
                        ? "the application has no RedissonClient bean"
                        : "the RedissonClient beans are " + String.join(", ", names));
    }

    private static String action(@Nullable String wanted, List<String> names) {
        if (wanted != null) {
            return names.isEmpty()
                    ? "Define a bean of this name, or remove ratelimited.redis.client."
                    : "Set ratelimited.redis.client to one of these names.";
        }
        return """
                Do one of these:

                    - set ratelimited.redis.client to the name of the bean that limits use
                    - mark this bean with @Primary
                    - set ratelimited.redis.url to a server for limits alone""";
    }

    /** {@return what to do about it} */
    String action() {
        return action;
    }
}
