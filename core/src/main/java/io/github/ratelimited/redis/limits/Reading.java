package io.github.ratelimited.redis.limits;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one look at the hash of limits has shown.
 *
 * @param id of the last change, empty for none
 * @param gapless whether the changes are all since the last change that was known
 * @param cursor where the next look goes on
 * @param changes name and limit; {@code null} where it was removed or is none
 * @param page name and limit of some of all; {@code null} for what is none
 */
record Reading(
        String id,
        boolean gapless,
        String cursor,
        Map<String, @Nullable SharedLimit> changes,
        Map<String, @Nullable SharedLimit> page) {

    /**
     * What is to be looked at.
     *
     * @param id of the last change that is known, empty for none
     * @param cursor where the last look ended, {@link #START} to begin anew
     * @param count about how many limits to read from there
     */
    record From(String id, String cursor, int count) {}

    static final String START = "0";

    private static final int HEAD = 4;

    static Reading of(List<String> words) {
        int changes = HEAD + 2 * Integer.parseInt(words.get(HEAD - 1));
        return new Reading(
                words.get(0),
                words.get(1).equals("1"),
                words.get(2),
                limits(words.subList(HEAD, changes)),
                limits(words.subList(changes, words.size())));
    }

    private static Map<String, @Nullable SharedLimit> limits(List<String> words) {
        Map<String, @Nullable SharedLimit> limits = new LinkedHashMap<>();
        for (int i = 0; i < words.size(); i += 2) {
            limits.put(words.get(i), SharedLimit.parse(words.get(i + 1)));
        }
        return limits;
    }
}
