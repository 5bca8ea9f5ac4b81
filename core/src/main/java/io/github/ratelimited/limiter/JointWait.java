package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.LimiterKey;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The limits of a call, and which of them it asks about: all at once, or first the one that stands in its way. Permits of
 * several cannot be reserved together, so callers that reserve a single one would overtake the call for ever. Once rejected
 * twice it waits for its turn at that limit as they do, and asks for the others when it has come. Used by one thread after
 * the other.
 */
final class JointWait {

    private static final int REJECTIONS = 2;
    private static final int ALL = -1;

    private final PromisedTurns turns;
    private volatile List<Demand> demands = List.of();
    private volatile int alone = ALL;
    private volatile int rejections;

    /** Under the lock, because a caller may give up at any time. */
    private List<Demand> promised = List.of();

    JointWait(PromisedTurns turns) {
        this.turns = turns;
    }

    void set(List<Demand> latest) {
        demands = latest;
    }

    List<Demand> all() {
        return demands;
    }

    /** {@return what is asked for next} */
    List<Demand> next() {
        return alone == ALL ? demands : List.of(demands.get(alone));
    }

    /** {@return whether the latest of what is asked for next is counted elsewhere, where its place in a queue is none} */
    boolean areElsewhere(List<Demand> latest) {
        int place = isAlone() ? alone : 0;
        return !demands.get(place).isCountedWith(latest.get(place));
    }

    boolean isOfSeveral() {
        return demands.size() > 1;
    }

    boolean isAlone() {
        return alone != ALL;
    }

    /** From now on asks only the limit that rejects the call, if that is time; returns whether it is so. */
    boolean goAlone(Grant rejection) {
        if (demands.size() == 1
                || ++rejections < REJECTIONS
                || rejection.decision().blocked()) {
            return false;
        }
        LimiterKey inTheWay = rejection.demandOf(rejection.decision()).limiterKey();
        int one = IntStream.range(0, demands.size())
                .filter(i -> demands.get(i).limiterKey().equals(inTheWay)
                        && demands.get(i).permits() > 0)
                .findFirst()
                .orElse(ALL);
        if (one != ALL && begin(othersThan(one), rejection)) {
            alone = one;
        }
        return isAlone();
    }

    private boolean begin(List<Demand> others, Grant rejection) {
        for (int i = 0; i < others.size(); i++) {
            if (!turns.begin(others.get(i), left(others.get(i), rejection))) {
                others.subList(0, i).forEach(turns::end);
                return false;
            }
        }
        promise(others);
        return true;
    }

    /** Where the store has not looked at a limit, there may be enough for one. */
    private static long left(Demand demand, Grant rejection) {
        for (int i = 0; i < rejection.demands().size(); i++) {
            if (rejection.demands().get(i).limiterKey().equals(demand.limiterKey())) {
                Decision decision = rejection.decisions().get(i);
                return decision.allowed() ? decision.remaining() : -1;
            }
        }
        return demand.permits();
    }

    private List<Demand> othersThan(int one) {
        return IntStream.range(0, demands.size())
                .filter(i -> i != one)
                .mapToObj(demands::get)
                .toList();
    }

    /** Asks about all again, and returns those other than the one that was asked alone. */
    List<Demand> others() {
        List<Demand> others = othersThan(alone);
        alone = ALL;
        return others;
    }

    /** The turn is over, whatever became of it. */
    void endTurn() {
        promise(List.of()).forEach(turns::end);
    }

    private synchronized List<Demand> promise(List<Demand> others) {
        List<Demand> before = promised;
        promised = others;
        return before;
    }

    /** All of them, the first of which has become due. */
    static Grant together(Grant first, Grant others) {
        List<Decision> due =
                CallTimeout.afterWait(first.decisions(), first.delay().negated());
        return Grant.together(List.of(new Grant(first.demands(), due, first.reservations()), others));
    }
}
