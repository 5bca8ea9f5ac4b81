package io.github.ratelimited.redis.limits;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one poll of a hash of limits has returned.
 *
 * @param time the server's time in microseconds since the epoch
 * @param lastChange the last change that was read, empty for none
 * @param gapless whether the changes are all since the last one that was known
 * @param cursor where the next page begins
 * @param changes fields that have changed and their texts, empty where a field was removed
 * @param page fields and texts of some of all
 */
record HashPoll(
        long time,
        String lastChange,
        boolean gapless,
        String cursor,
        Map<String, String> changes,
        Map<String, String> page) {

    /**
     * What to read.
     *
     * @param lastChange the last change that is known, empty for none
     * @param cursor where the last page ended, {@link #START} to start over
     * @param count about how many fields to read from there, 0 for none
     */
    record From(String lastChange, String cursor, int count) {}

    static final String START = "0";

    /** From the words of a reply; {@code changed} is how many of the fields have changed, which come first. */
    static HashPoll of(
            String time, String lastChange, String gapless, String cursor, String changed, List<String> fields) {
        int changes = 2 * Integer.parseInt(changed);
        return new HashPoll(
                Long.parseLong(time),
                lastChange,
                gapless.equals("1"),
                cursor,
                texts(fields.subList(0, changes)),
                texts(fields.subList(changes, fields.size())));
    }

    private static Map<String, String> texts(List<String> fields) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i += 2) {
            texts.put(fields.get(i), fields.get(i + 1));
        }
        return texts;
    }

    /** {@return this one, as if only an earlier change had been read} */
    HashPoll after(String earlier) {
        return new HashPoll(time, earlier, gapless, cursor, changes, page);
    }

    /** {@return whether the page is the last of all} */
    boolean isLast() {
        return cursor.equals(START);
    }
}
