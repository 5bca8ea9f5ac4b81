package io.github.ratelimited.observe;

import io.github.ratelimited.Decision;
import io.github.ratelimited.internal.Collaborator;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.LimiterStore;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Several observers as one, notified in their order. One that throws keeps neither the others nor the request from going on.
 * Safe for use by many threads.
 */
public final class LimiterObservers implements LimiterObserver {

    private final List<LimiterObserver> observers;
    private final List<Collaborator<LimiterObserver>> all;

    LimiterObservers(List<LimiterObserver> observers) {
        this.observers = List.copyOf(observers);
        this.all = observers.stream().map(Collaborator::new).toList();
    }

    /** Takes one observer, which may be several already. */
    public static LimiterObservers of(LimiterObserver observer) {
        return observer instanceof LimiterObservers several
                ? several
                : new LimiterObservers(observer == NONE ? List.of() : List.of(observer));
    }

    /** {@return whether none is notified} */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    @Override
    public LimiterStore around(LimiterStore store) {
        LimiterStore outermost = store;
        for (LimiterObserver observer : observers) {
            outermost = observer.around(outermost);
        }
        return outermost;
    }

    /** Each call comes here, so it makes no iterator. */
    private void tell(Consumer<LimiterObserver> event) {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).call(event);
        }
    }

    @Override
    public void decided(Demand demand, Decision decision) {
        tell(observer -> observer.decided(demand, decision));
    }

    @Override
    public void settled(Demand demand, SettlementOutcome outcome, double permits) {
        tell(observer -> observer.settled(demand, outcome, permits));
    }

    @Override
    public void blocked(LimiterKey limiterKey, Duration left, boolean here) {
        tell(observer -> observer.blocked(limiterKey, left, here));
    }

    @Override
    public void unblocked(LimiterKey limiterKey) {
        tell(observer -> observer.unblocked(limiterKey));
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
        tell(observer -> observer.sent(requests));
    }

    @Override
    public void circuit(boolean open) {
        tell(observer -> observer.circuit(open));
    }

    @Override
    public void unknownPlan(String limiter) {
        tell(observer -> observer.unknownPlan(limiter));
    }

    @Override
    public void sourced(String limiter, Sourced outcome) {
        tell(observer -> observer.sourced(limiter, outcome));
    }

    @Override
    public void costUnknown(String limiter) {
        tell(observer -> observer.costUnknown(limiter));
    }

    @Override
    public void leased(String limiter, long permits) {
        tell(observer -> observer.leased(limiter, permits));
    }

    @Override
    public void leaseEnded(String limiter, long used, long returned) {
        tell(observer -> observer.leaseEnded(limiter, used, returned));
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
