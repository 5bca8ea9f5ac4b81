package io.github.ratelimited.autoconfigure.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** It is open which client of the application limits are to use. */
final class RedissonClientChoiceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RedissonClientChoiceException(@Nullable String wanted, List<String> names) {
        super(
                wanted == null
                        ? "Rate limits need one RedissonClient, but the application has several and none is primary: "
                                + String.join(", ", names)
                        : "ratelimited.redis.client names '" + wanted + "', but "
                                + (names.isEmpty()
                                        ? "the application has no RedissonClient bean"
                                        : "the RedissonClient beans are " + String.join(", ", names)));
    }
}
