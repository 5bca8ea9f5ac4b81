package io.github.ratelimited.interceptor.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings that say only what a test is about. */
public final class SomeSettings {

    private SomeSettings() {}

    public static LimiterSettings limit(@Nullable Long rate, @Nullable Duration interval) {
        LimitInterval span = interval == null ? null : LimitInterval.of(interval);
        return new LimiterSettings(rate, span, null, null, null, null, null, null, null, null, null);
    }

    public static LimiterSettings mode(LimiterMode mode) {
        return new LimiterSettings(null, null, null, null, null, null, null, mode, null, null, null);
    }
}
