package io.github.ratelimited.redis.limits;

import io.github.ratelimited.store.LimiterKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one poll of the limits of single keys has returned.
 *
 * @param now the server's time, in us since the epoch
 * @param lastChange the last entry of the log of changes that was read, empty where nothing has changed
 * @param gapless whether the changes are all since the last entry that was known, up to this one
 * @param cursor where the next page begins
 * @param changes limits by key; {@code null} where it was removed or is none
 * @param page some of all
 */
record KeyPollResult(
        long now,
        String lastChange,
        boolean gapless,
        String cursor,
        Map<LimiterKey, @Nullable SharedKeyLimit> changes,
        Map<LimiterKey, @Nullable SharedKeyLimit> page) {

    /**
     * What to read.
     *
     * @param lastChange the last entry of the log that is known, empty for none
     * @param cursor where the last page ended
     * @param count about how many limits to read from there, 0 for none
     */
    record From(String lastChange, String cursor, int count) {}

    private static final int HEAD = 5;

    static KeyPollResult of(List<String> words) {
        int changes = HEAD + 2 * Integer.parseInt(words.get(HEAD - 1));
        return new KeyPollResult(
                Long.parseLong(words.get(0)),
                words.get(1),
                words.get(2).equals("1"),
                words.get(3),
                limits(words.subList(HEAD, changes)),
                limits(words.subList(changes, words.size())));
    }

    private static Map<LimiterKey, @Nullable SharedKeyLimit> limits(List<String> words) {
        Map<LimiterKey, @Nullable SharedKeyLimit> limits = new LinkedHashMap<>();
        for (int i = 0; i < words.size(); i += 2) {
            LimiterKey limiterKey = SharedKeyLimit.limiterKey(words.get(i));
            if (limiterKey != null) {
                limits.put(limiterKey, SharedKeyLimit.parse(words.get(i + 1)));
            }
        }
        return limits;
    }
}
