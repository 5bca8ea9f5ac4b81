package io.github.ratelimited.redis.limits;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarInterval;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateType;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A limit as the hash of all processes keeps it, as text that a person can read.
 *
 * @param limit the limit
 * @param origin who wrote it
 */
record SharedLimit(RateLimit limit, Origin origin) {

    enum Origin {
        OPERATOR,
        DECLARED
    }

    SharedLimit {
        Objects.requireNonNull(limit, "limit");
    }

    String text() {
        return text(limit) + " origin=" + origin.name().toLowerCase(Locale.ROOT);
    }

    static String text(RateLimit limit) {
        CalendarInterval calendar = limit.calendar();
        String window = calendar == null ? "" : " unit=" + calendar.unit() + " zone=" + calendar.zone();
        return "rate=" + limit.rate() + " interval=" + limit.interval() + " algorithm=" + limit.algorithm() + " burst="
                + limit.burst() + " type=" + limit.type() + window;
    }

    /** {@return the limit, or {@code null} when the text is not one} */
    static @Nullable SharedLimit parse(String text) {
        try {
            String origin = words(text).getOrDefault("origin", "");
            return new SharedLimit(limit(text), Origin.valueOf(origin.toUpperCase(Locale.ROOT)));
        } catch (RuntimeException ex) {
            return null;
        }
    }

    /** The opposite of {@link #text(RateLimit)}; throws any exception when the text is not a limit. */
    static RateLimit limit(String text) {
        Map<String, String> words = words(text);
        return new RateLimit(
                Long.parseLong(words.getOrDefault("rate", "")),
                Duration.parse(words.getOrDefault("interval", "")),
                Algorithm.valueOf(words.getOrDefault("algorithm", "")),
                Long.parseLong(words.getOrDefault("burst", "")),
                RateType.valueOf(words.getOrDefault("type", "")),
                calendar(words.get("unit"), words.get("zone")));
    }

    private static Map<String, String> words(String text) {
        Map<String, String> words = new HashMap<>();
        for (String word : text.strip().split("\\s+")) {
            int equals = word.indexOf('=');
            words.put(word.substring(0, Math.max(0, equals)), word.substring(equals + 1));
        }
        return words;
    }

    private static @Nullable CalendarInterval calendar(@Nullable String unit, @Nullable String zone) {
        return unit == null || zone == null ? null : new CalendarInterval(CalendarUnit.valueOf(unit), ZoneId.of(zone));
    }
}
