package io.github.ratelimited.model.lease;

import io.github.ratelimited.docs.Drawing;
import io.github.ratelimited.docs.Load;
import java.util.ArrayList;
import java.util.List;

/** Draws one instance that leases, from a run of the model with ticks of 25 ms. */
public final class LeasePicture {

    private static final int TICK_MICROS = 25_000;
    private static final int SECOND = 1_000_000 / TICK_MICROS;
    private static final int TENTH = SECOND / 10;
    private static final int CALLS = 52;
    private static final int UNIT = 8;

    private LeasePicture() {}

    public static String draw() {
        Fleet.Load load = new Fleet.Load(
                "SLIDING_WINDOW", 100, 10 * SECOND, SECOND, new double[] {7.5 / SECOND}, .6, 0, Load.SECONDS * SECOND);
        Fleet fleet = new Fleet(load, LeaseRules.CHOSEN, true, 5);
        long most = 0;
        List<Long> held = new ArrayList<>();
        for (int tick = 0; tick < load.ticks(); tick += TENTH) {
            held.add(fleet.held[tick]);
            most = Math.max(most, fleet.held[tick]);
        }
        int level = CALLS + 30 + (int) most * UNIT;
        Drawing drawing = new Drawing(
                "Leases of 1 s, 100 permits per 10 s, one instance: %d calls, %d scripts"
                        .formatted(fleet.granted(), fleet.scripts),
                "Calls over 40 seconds, filled where granted within the process, hollow where Redis was asked;"
                        + " below them the permits that are held.",
                level + 36);
        drawing.label("within", 36);
        drawing.label("by Redis", CALLS);
        for (int tick = 0; tick < load.ticks(); tick++) {
            if (fleet.used[tick] > fleet.usedByStore[tick]) {
                drawing.granted((long) tick * TICK_MICROS, 36);
            }
            if (fleet.usedByStore[tick] > 0) {
                drawing.rejected((long) tick * TICK_MICROS, CALLS);
            }
        }
        drawing.label("held", level - (int) most * UNIT / 2);
        drawing.level(held, level, UNIT);
        return drawing.withAxis();
    }
}
