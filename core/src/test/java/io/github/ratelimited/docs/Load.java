package io.github.ratelimited.docs;

import java.util.TreeMap;

/**
 * Calls of one permit each over 40 seconds.
 *
 * @param calls number of calls by the second in which they come, all at once
 */
public record Load(TreeMap<Integer, Integer> calls) {

    public static final int SECONDS = 40;

    /** One call, two bursts a second apart on either side of the end of an interval, a steady stream, a pause, a burst. */
    static Load bursts() {
        TreeMap<Integer, Integer> calls = new TreeMap<>();
        calls.put(0, 1);
        calls.put(9, 6);
        calls.put(10, 6);
        for (int second = 12; second <= 25; second++) {
            calls.put(second, 1);
        }
        calls.put(36, 7);
        return new Load(calls);
    }

    /** Two bursts, the second one while callers of the first still wait. */
    static Load queue() {
        TreeMap<Integer, Integer> calls = new TreeMap<>();
        calls.put(1, 10);
        calls.put(4, 3);
        calls.put(11, 2);
        calls.put(22, 4);
        return new Load(calls);
    }

    int at(int second) {
        return calls.getOrDefault(second, 0);
    }
}
