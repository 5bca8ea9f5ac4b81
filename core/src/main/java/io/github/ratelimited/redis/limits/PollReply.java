package io.github.ratelimited.redis.limits;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one poll of a hash of limits has returned.
 *
 * @param time the server's time in microseconds since the epoch
 * @param lastChange the last change that was read, empty for none
 * @param more whether there may be later ones
 * @param gapless whether the changes are all since the last one that was known
 * @param cursor where the next page begins
 * @param changes fields that have changed or were asked for, and their texts, empty where there is none
 * @param page fields and texts of some of all
 */
record PollReply(
        long time,
        String lastChange,
        boolean more,
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
     * @param again fields to read whether they have changed or not
     */
    record From(String lastChange, String cursor, int count, List<String> again) {

        /** {@return the words that a script takes} */
        List<String> words() {
            List<String> words = new ArrayList<>(List.of(lastChange, cursor, String.valueOf(count)));
            words.addAll(again);
            return words;
        }
    }

    static final String START = "0";

    /**
     * From the words of a reply: time, last change, whether there may be more, whether there is no gap, cursor, number of
     * changes; then fields and texts.
     */
    static PollReply of(List<String> words) {
        int head = 6;
        int page = head + 2 * Integer.parseInt(words.get(head - 1));
        return new PollReply(
                Long.parseLong(words.get(0)),
                words.get(1),
                words.get(2).equals("1"),
                words.get(3).equals("1"),
                words.get(4),
                texts(words.subList(head, page)),
                texts(words.subList(page, words.size())));
    }

    private static Map<String, String> texts(List<String> fields) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i += 2) {
            texts.put(fields.get(i), fields.get(i + 1));
        }
        return texts;
    }

    /** {@return whether the page is the last of all} */
    boolean isLast() {
        return cursor.equals(START);
    }
}
