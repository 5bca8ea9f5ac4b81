package io.github.ratelimited.observe;

import io.github.ratelimited.Decision;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterStore;
import java.util.List;

/**
 * Several observers as one.
 *
 * @param all the observers, in the order in which they are told
 */
record LimiterObservers(List<LimiterObserver> all) implements LimiterObserver {

    LimiterObservers {
        all = List.copyOf(all);
    }

    @Override
    public LimiterStore around(LimiterStore store) {
        LimiterStore outermost = store;
        for (LimiterObserver observer : all) {
            outermost = observer.around(outermost);
        }
        return outermost;
    }

    @Override
    public void decided(Demand demand, Decision decision) {
        for (LimiterObserver observer : all) {
            observer.decided(demand, decision);
        }
    }

    @Override
    public Pause mayWait(String limiter) {
        List<Pause> pauses = all.stream()
                .map(observer -> observer.mayWait(limiter))
                .filter(pause -> pause != Pause.NONE)
                .toList();
        return switch (pauses.size()) {
            case 0 -> Pause.NONE;
            case 1 -> pauses.get(0);
            default -> new Pauses(pauses);
        };
    }

    @Override
    public void sent(int requests) {
        all.forEach(observer -> observer.sent(requests));
    }

    @Override
    public void circuit(boolean open) {
        all.forEach(observer -> observer.circuit(open));
    }

    private record Pauses(List<Pause> all) implements Pause {

        @Override
        public void begin() {
            all.forEach(Pause::begin);
        }

        @Override
        public void end() {
            all.forEach(Pause::end);
        }
    }
}
