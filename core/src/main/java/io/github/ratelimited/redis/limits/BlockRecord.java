package io.github.ratelimited.redis.limits;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The block of a whole limiter, as text that a person can read.
 *
 * @param until its end in microseconds since the epoch by the server's clock
 */
record BlockRecord(long until) {

    /** How its field begins, as no name of a limit can. */
    private static final String FIELD = "%block ";

    private static final Pattern TEXT = Pattern.compile("until=(\\d{1,18})");

    static String field(String name) {
        return FIELD + name;
    }

    static boolean isField(String field) {
        return field.startsWith(FIELD);
    }

    static String name(String field) {
        return field.substring(FIELD.length());
    }

    String text() {
        return "until=" + until;
    }

    /** {@return the block, or {@code null} when the text is not one} */
    static @Nullable BlockRecord parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches() ? new BlockRecord(Long.parseLong(matcher.group(1))) : null;
    }
}
