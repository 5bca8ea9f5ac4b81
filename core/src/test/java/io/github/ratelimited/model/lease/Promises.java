package io.github.ratelimited.model.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** What a fleet promises about each span of time. Tells which promises it has broken. */
record Promises(Fleet fleet) {

    private static long[] sums(long[] ofTicks) {
        long[] sums = new long[ofTicks.length + 1];
        for (int i = 0; i < ofTicks.length; i++) {
            sums[i + 1] = sums[i] + ofTicks[i];
        }
        return sums;
    }

    private static long between(long[] sums, long from, long until) {
        return sums[(int) Math.min(until, sums.length - 1)] - sums[(int) Math.max(from, 0)];
    }

    /** The most that is used in any span of so many ticks. */
    long mostUsedIn(int span) {
        long[] used = sums(fleet.used);
        return LongStream.range(0, fleet.load.ticks())
                .map(at -> between(used, at, at + span))
                .max()
                .orElse(0);
    }

    List<String> broken() {
        List<String> broken = new ArrayList<>();
        long[] used = sums(fleet.used);
        long[] counted = sums(fleet.counted);
        if (!isMatchedByUse(used)) {
            broken.add("more is held than was used lately");
        }
        switch (fleet.load.algorithm()) {
            case "SLIDING_WINDOW" -> slidingWindow(used, counted, broken);
            case "TOKEN_BUCKET" -> tokenBucket(used, broken);
            case "CALENDAR_WINDOW" -> calendarWindow(used, broken);
            case "SLIDING_WINDOW_COUNTER" -> counter(used, broken);
            default -> twice(used, broken);
        }
        return broken;
    }

    private boolean isMatchedByUse(long[] used) {
        for (int at = 0; at < fleet.load.ticks(); at++) {
            long before = between(used, at - 3L * fleet.lease - 2 * Fleet.HALF, at);
            if (fleet.held[at] > before * fleet.rules.grow()) {
                return false;
            }
        }
        return true;
    }

    private void slidingWindow(long[] used, long[] counted, List<String> broken) {
        long rate = fleet.load.rate();
        for (int at = 0; at < fleet.load.ticks(); at++) {
            long end = at + fleet.load.interval();
            if (between(counted, at, end) > rate) {
                broken.add("the store counts more than R in a span");
            }
            if (between(used, at, end) > rate + fleet.held[at]) {
                broken.add("more than R and what was held is used in a span");
            }
            if (fleet.held[at] > rate / 2) {
                broken.add("more than R / 2 is held");
            }
        }
    }

    private void tokenBucket(long[] used, List<String> broken) {
        long rate = fleet.load.rate();
        long interval = fleet.load.interval();
        long least = Long.MAX_VALUE;
        for (int at = 0; at < fleet.load.ticks(); at++) {
            least = Math.min(least, used[at] * interval - rate * at + fleet.held[at] * interval);
            if (used[at + 1] * interval - rate * at - rate * interval > least) {
                broken.add("more than B + R * t / I and what was held is used in t");
            }
        }
    }

    private void calendarWindow(long[] used, List<String> broken) {
        for (int at = 0; at < fleet.load.ticks(); at += fleet.load.interval()) {
            if (between(used, at, at + fleet.load.interval()) > fleet.load.rate()) {
                broken.add("more than R is used in a window");
            }
        }
    }

    private void twice(long[] used, List<String> broken) {
        for (int at = 0; at < fleet.load.ticks(); at++) {
            if (between(used, at, at + fleet.load.interval()) > 2 * fleet.load.rate()) {
                broken.add("more than 2R is used in a span");
            }
        }
    }

    private void counter(long[] used, List<String> broken) {
        twice(used, broken);
        long interval = fleet.load.interval();
        for (int at = 0; at < fleet.load.ticks(); at++) {
            long start = at - at % interval;
            long estimate = between(used, start - interval, start) * (interval - at % interval)
                    + between(used, start, at + 1) * interval;
            if (fleet.used[at] > 0 && estimate > fleet.load.rate() * interval) {
                broken.add("the estimate of what is used is above R");
            }
        }
    }
}
