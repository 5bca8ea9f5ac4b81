package io.github.ratelimited.model.lease;

import java.util.ArrayDeque;

/** What the store counts of one limit, in whole ticks and single permits. */
abstract class Counted {

    static final long NEVER = 1L << 60;

    final long interval;
    long rate;

    private Counted(long rate, long interval) {
        this.rate = rate;
        this.interval = interval;
    }

    static Counted of(String name, long rate, long interval) {
        return switch (name) {
            case "SLIDING_WINDOW" -> new Sliding(rate, interval);
            case "TOKEN_BUCKET" -> new Bucket(rate, interval);
            case "FIXED_WINDOW" -> new Window(rate, interval, false);
            case "CALENDAR_WINDOW" -> new Window(rate, interval, true);
            case "SLIDING_WINDOW_COUNTER" -> new Estimate(rate, interval);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Permits that are there, which may be negative after a limit was lowered. */
    abstract long left(long now);

    abstract void take(long now, long permits);

    abstract void giveBack(long now, long granted, long permits);

    /** When the next permit is there. */
    abstract long due(long now);

    /** When permits that are taken now no longer count for those that are taken then. */
    long ends(long now) {
        return NEVER;
    }

    private static final class Sliding extends Counted {

        private final ArrayDeque<long[]> grants = new ArrayDeque<>();
        private long total;

        Sliding(long rate, long interval) {
            super(rate, interval);
        }

        @Override
        long left(long now) {
            while (!grants.isEmpty() && grants.getFirst()[0] <= now - interval) {
                total -= grants.removeFirst()[1];
            }
            return rate - total;
        }

        @Override
        void take(long now, long permits) {
            grants.add(new long[] {now, permits});
            total += permits;
        }

        @Override
        void giveBack(long now, long granted, long permits) {
            long back = permits;
            for (long[] grant : (Iterable<long[]>) grants::descendingIterator) {
                if (grant[0] == granted) {
                    long given = Math.min(back, grant[1]);
                    grant[1] -= given;
                    total -= given;
                    back -= given;
                } else if (grant[0] < granted) {
                    return;
                }
            }
        }

        @Override
        long due(long now) {
            return grants.isEmpty() ? now : grants.getFirst()[0] + interval;
        }
    }

    /** Its levels are permits times the interval, which are whole numbers. */
    private static final class Bucket extends Counted {

        private long used;
        private long at;

        Bucket(long rate, long interval) {
            super(rate, interval);
        }

        private long level(long now) {
            return Math.max(0, used - (now - at) * rate);
        }

        private void set(long now, long level) {
            used = level;
            at = now;
        }

        @Override
        long left(long now) {
            return Math.floorDiv(rate * interval - level(now), interval);
        }

        @Override
        void take(long now, long permits) {
            set(now, level(now) + permits * interval);
        }

        @Override
        void giveBack(long now, long granted, long permits) {
            long level = level(now);
            set(now, level - Math.min(level, Math.max(0, permits * interval - (now - granted) * rate)));
        }

        @Override
        long due(long now) {
            long missing = level(now) + interval - rate * interval;
            return rate == 0 ? NEVER : now + Math.max(0, -Math.floorDiv(-missing, rate));
        }
    }

    private static final class Window extends Counted {

        private final boolean aligned;
        private long start = -NEVER;
        private long used;

        Window(long rate, long interval, boolean aligned) {
            super(rate, interval);
            this.aligned = aligned;
        }

        @Override
        long left(long now) {
            return now >= start + interval ? rate : rate - used;
        }

        @Override
        void take(long now, long permits) {
            if (now >= start + interval) {
                start = aligned ? now - now % interval : now;
                used = 0;
            }
            used += permits;
        }

        @Override
        void giveBack(long now, long granted, long permits) {
            if (granted >= start && granted < start + interval) {
                used -= permits;
            }
        }

        @Override
        long due(long now) {
            return Math.max(now, start + interval);
        }

        @Override
        long ends(long now) {
            return start + interval;
        }
    }

    private static final class Estimate extends Counted {

        private long window;
        private long previous;
        private long current;

        Estimate(long rate, long interval) {
            super(rate, interval);
        }

        /** From when on in a window the one before it counts for at most so much. */
        private long open(long before, long most) {
            return before <= most ? 0 : Math.min(interval, interval - Math.floorDiv(most * interval, before));
        }

        private void roll(long now) {
            long at = now / interval;
            if (at > window) {
                previous = at == window + 1 ? current : 0;
                current = 0;
                window = at;
            }
        }

        @Override
        long left(long now) {
            roll(now);
            return rate - current + Math.floorDiv(-previous * (interval - now % interval), interval);
        }

        @Override
        void take(long now, long permits) {
            roll(now);
            current += permits;
        }

        @Override
        void giveBack(long now, long granted, long permits) {
            roll(now);
            if (granted / interval == window) {
                current -= permits;
            } else if (granted / interval == window - 1) {
                previous -= permits;
            }
        }

        @Override
        long due(long now) {
            roll(now);
            long start = window * interval;
            return current < rate
                    ? Math.max(now, start + open(previous, rate - 1 - current))
                    : start + interval + open(current, rate - 1);
        }

        @Override
        long ends(long now) {
            return (window + 1) * interval;
        }
    }
}
