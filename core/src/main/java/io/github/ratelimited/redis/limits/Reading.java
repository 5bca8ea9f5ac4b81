package io.github.ratelimited.redis.limits;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one poll of the hash of limits has returned.
 *
 * @param id of the last change, empty for none
 * @param gapless whether the changes are all since the last change that was known
 * @param cursor where the next poll goes on
 * @param changes name and limit; {@code null} where it was removed or is none
 * @param page name and limit of some of all; {@code null} for what is none
 * @param blocks name and block of both; {@code null} where it was removed or is none
 * @param time the server's time in microseconds since the epoch
 */
record Reading(
        String id,
        boolean gapless,
        String cursor,
        Map<String, @Nullable SharedLimit> changes,
        Map<String, @Nullable SharedLimit> page,
        Map<String, @Nullable BlockRecord> blocks,
        long time) {

    /**
     * What to read.
     *
     * @param id of the last change that is known, empty for none
     * @param cursor where the last poll ended, {@link #START} to start over
     * @param count about how many limits to read from there
     */
    record From(String id, String cursor, int count) {}

    static final String START = "0";

    private static final int HEAD = 5;

    private static final int CHANGES = 3;
    private static final int TIME = 4;

    static Reading of(List<String> words) {
        int changes = HEAD + 2 * Integer.parseInt(words.get(CHANGES));
        return new Reading(
                words.get(0),
                words.get(1).equals("1"),
                words.get(2),
                limits(words.subList(HEAD, changes)),
                limits(words.subList(changes, words.size())),
                blocks(words.subList(HEAD, words.size())),
                Long.parseLong(words.get(TIME)));
    }

    private static Map<String, @Nullable SharedLimit> limits(List<String> words) {
        Map<String, @Nullable SharedLimit> limits = new LinkedHashMap<>();
        for (int i = 0; i < words.size(); i += 2) {
            if (!BlockRecord.isField(words.get(i))) {
                limits.put(words.get(i), SharedLimit.parse(words.get(i + 1)));
            }
        }
        return limits;
    }

    private static Map<String, @Nullable BlockRecord> blocks(List<String> words) {
        Map<String, @Nullable BlockRecord> blocks = new LinkedHashMap<>();
        for (int i = 0; i < words.size(); i += 2) {
            if (BlockRecord.isField(words.get(i))) {
                blocks.put(BlockRecord.name(words.get(i)), BlockRecord.parse(words.get(i + 1)));
            }
        }
        return blocks;
    }
}
