package io.github.ratelimited.model;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/** Who asks: their number, horizon, permits, and which of them die when. */
public final class WaitingCallers {

    int count = 200;
    Duration horizon = Duration.ofSeconds(1);
    long timeout = Long.MAX_VALUE / 4;
    long dieAt = Long.MAX_VALUE;
    boolean inOnePiece;
    double cancelling;
    boolean telling = true;
    LongUnaryOperator horizonsOf = caller -> 1;
    final Map<Long, Runnable> events = new HashMap<>();

    public WaitingCallers count(int callers) {
        count = callers;
        return this;
    }

    public WaitingCallers horizon(Duration ahead) {
        horizon = ahead;
        return this;
    }

    public Duration horizon() {
        return horizon;
    }

    public WaitingCallers timeout(long micros) {
        timeout = micros;
        return this;
    }

    /** Half of them die, either each second one or those who asked first. */
    public WaitingCallers dieAt(long moment, boolean together) {
        dieAt = moment;
        inOnePiece = together;
        return this;
    }

    /** So many are gone after each question, and say so or not. */
    public WaitingCallers cancelling(double share, boolean told) {
        cancelling = share;
        telling = told;
        return this;
    }

    /** How many horizons a caller's is. */
    public WaitingCallers horizonsOf(LongUnaryOperator horizons) {
        horizonsOf = horizons;
        return this;
    }

    public WaitingCallers at(long moment, Runnable event) {
        events.put(moment, event);
        return this;
    }
}
