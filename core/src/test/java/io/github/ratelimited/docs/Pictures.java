package io.github.ratelimited.docs;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.model.lease.LeasePicture;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.TreeMap;

/** The pictures of docs/algorithms.md by the names of their files. */
final class Pictures {

    private static final RateLimit LIMIT = RateLimit.of(5, Duration.ofSeconds(10));
    private static final Duration TIMEOUT = Duration.ofSeconds(6);
    private static final int STEP = 13;
    private static final int CALLS = 116;
    private static final int LEVEL = 190;
    private static final int UNIT = 9;

    private Pictures() {}

    static TreeMap<String, String> all() {
        TreeMap<String, String> pictures = new TreeMap<>();
        for (Algorithm algorithm : Algorithm.values()) {
            String name = algorithm.name().toLowerCase(Locale.ROOT).replace('_', '-');
            pictures.put(name + ".svg", rejecting(limit(algorithm)));
        }
        pictures.put("waiting.svg", waiting(LIMIT.withAlgorithm(Algorithm.TOKEN_BUCKET)));
        pictures.put("leases.svg", LeasePicture.draw());
        return pictures;
    }

    private static RateLimit limit(Algorithm algorithm) {
        return algorithm == Algorithm.CALENDAR_WINDOW
                ? RateLimit.perCalendar(5, CalendarUnit.MINUTE, ZoneOffset.UTC)
                : LIMIT.withAlgorithm(algorithm);
    }

    private static String title(Run run, String callers) {
        String time = run.limit().calendar() == null ? "10 s" : "calendar minute";
        return "%s, 5 permits per %s, %s: %s".formatted(run.limit().algorithm(), time, callers, run.summary());
    }

    private static String rejecting(RateLimit limit) {
        Run run = Run.of(limit, Load.bursts(), Duration.ZERO);
        Drawing drawing = new Drawing(
                title(run, "nobody waits"),
                "Calls over 40 seconds, filled where granted, hollow where rejected; below them the permits remaining."
                        + switch (limit.algorithm()) {
                            case FIXED_WINDOW -> " The windows are shaded.";
                            case CALENDAR_WINDOW -> " The first minute is shaded.";
                            default -> "";
                        },
                LEVEL + 36);
        if (limit.calendar() != null) {
            drawing.band(0, Run.MINUTE_ENDS - 60_000, 24, LEVEL + 10);
        }
        if (limit.algorithm() == Algorithm.FIXED_WINDOW) {
            run.calls().stream()
                    .filter(call -> call.decision().allowed())
                    .map(call -> call.at() + call.decision().resetAfter().toNanos() / 1000)
                    .distinct()
                    .forEach(end -> drawing.band(
                            end - 10_000_000, Math.min(end, Load.SECONDS * 1_000_000L) - 60_000, 24, LEVEL + 10));
        }
        drawing.label("calls", CALLS);
        long before = -1;
        int place = 0;
        for (Call call : run.calls()) {
            place = call.at() == before ? place + 1 : 0;
            before = call.at();
            int y = CALLS - place * STEP;
            if (call.decision().allowed()) {
                drawing.granted(call.at(), y);
            } else {
                drawing.rejected(call.at(), y);
            }
        }
        drawing.label("remaining", LEVEL - 2 * UNIT);
        drawing.level(run.remaining(), LEVEL, UNIT);
        return drawing.withAxis();
    }

    private static String waiting(RateLimit limit) {
        Run run = Run.of(limit, Load.queue(), TIMEOUT);
        int height = 36 + STEP * run.calls().size() + 36;
        Drawing drawing = new Drawing(
                title(run, "timeout 6 s"),
                "One row for each caller, from the call to the grant; hollow where the timeout could not be met.",
                height);
        int y = 36;
        drawing.label("callers", y);
        for (Call call : run.calls()) {
            if (call.decision().allowed()) {
                drawing.waiting(call.at(), call.grantedAt(), y);
                drawing.granted(call.grantedAt(), y);
            } else {
                drawing.rejected(call.at(), y);
            }
            y += STEP;
        }
        return drawing.withAxis();
    }
}
