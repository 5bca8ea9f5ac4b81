package io.github.ratelimited.observe;

import io.github.ratelimited.Decision;
import io.github.ratelimited.internal.Collaborator;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.LimiterStore;
import java.time.Duration;
import java.util.List;

/**
 * Several observers as one, notified in their order. One that throws keeps neither the others nor the request from going on.
 * Safe for use by many threads.
 */
public final class LimiterObservers implements LimiterObserver {

    private final List<LimiterObserver> observers;
    private final List<Collaborator<LimiterObserver>> all;

    private LimiterObservers(List<LimiterObserver> observers) {
        this.observers = List.copyOf(observers);
        this.all = observers.stream().map(Collaborator::new).toList();
    }

    /**
     * Takes observers.
     *
     * @param observers the observers, in the order in which they are notified
     */
    public static LimiterObservers of(List<LimiterObserver> observers) {
        return new LimiterObservers(observers);
    }

    /** Takes one observer, which may be several already. */
    public static LimiterObservers of(LimiterObserver observer) {
        return observer instanceof LimiterObservers several
                ? several
                : new LimiterObservers(observer == NONE ? List.of() : List.of(observer));
    }

    @Override
    public LimiterStore around(LimiterStore store) {
        LimiterStore outermost = store;
        for (LimiterObserver observer : observers) {
            outermost = observer.around(outermost);
        }
        return outermost;
    }

    @Override
    public void decided(Demand demand, Decision decision) {
        for (Collaborator<LimiterObserver> each : all) {
            each.call(observer -> observer.decided(demand, decision));
        }
    }

    @Override
    public void settled(Demand demand, SettlementOutcome outcome, double permits) {
        for (Collaborator<LimiterObserver> each : all) {
            each.call(observer -> observer.settled(demand, outcome, permits));
        }
    }

    @Override
    public void blocked(LimiterKey limiterKey, Duration left, boolean here) {
        all.forEach(each -> each.call(observer -> observer.blocked(limiterKey, left, here)));
    }

    @Override
    public void unblocked(LimiterKey limiterKey) {
        all.forEach(each -> each.call(observer -> observer.unblocked(limiterKey)));
    }

    @Override
    public Pause mayWait(String limiter) {
        List<Collaborator<Pause>> pauses = all.stream()
                .map(each -> each.with(each.ask(observer -> observer.mayWait(limiter), Pause.NONE)))
                .toList();
        return pauses.isEmpty() ? Pause.NONE : new Pauses(pauses);
    }

    @Override
    public void sent(int requests) {
        all.forEach(each -> each.call(observer -> observer.sent(requests)));
    }

    @Override
    public void circuit(boolean open) {
        all.forEach(each -> each.call(observer -> observer.circuit(open)));
    }

    @Override
    public void unknownPlan(String limiter) {
        all.forEach(each -> each.call(observer -> observer.unknownPlan(limiter)));
    }

    @Override
    public void sourced(String limiter, Sourced outcome) {
        all.forEach(each -> each.call(observer -> observer.sourced(limiter, outcome)));
    }

    @Override
    public void costUnknown(String limiter) {
        all.forEach(each -> each.call(observer -> observer.costUnknown(limiter)));
    }

    @Override
    public void leased(String limiter, long permits) {
        all.forEach(each -> each.call(observer -> observer.leased(limiter, permits)));
    }

    @Override
    public void leaseEnded(String limiter, long used, long returned) {
        all.forEach(each -> each.call(observer -> observer.leaseEnded(limiter, used, returned)));
    }

    private record Pauses(List<Collaborator<Pause>> all) implements Pause {

        @Override
        public void begin() {
            all.forEach(each -> each.call(Pause::begin));
        }

        @Override
        public void end() {
            all.forEach(each -> each.call(Pause::end));
        }
    }
}
