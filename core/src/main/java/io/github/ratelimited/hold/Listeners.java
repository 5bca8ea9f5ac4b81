package io.github.ratelimited.hold;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.internal.Collaborator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The listeners of an application, none of which can fail a call or keep the others from hearing. Safe for use by many threads. */
public final class Listeners implements DecisionListener {

    private static final DecisionListener NOBODY = decision -> {};

    private final List<Collaborator<DecisionListener>> all;

    /** Those that come with subscribers, so that a warning about them comes once. */
    private final Collaborator<DecisionListener> ofSubscribers = new Collaborator<>(NOBODY);

    /**
     * Makes them one.
     *
     * @param listeners are notified in this order
     */
    public Listeners(List<DecisionListener> listeners) {
        this.all = listeners.stream().map(Collaborator::new).toList();
    }

    @Override
    public void onDecision(Decision decision) {
        notifyEach(all, decision);
    }

    /**
     * These, and the one of a subscriber.
     *
     * @param also is notified after the others, {@code null} for none
     */
    public DecisionListener and(@Nullable DecisionListener also) {
        return also == null ? this : with(new ArrayList<>(all), also);
    }

    /**
     * These as they are on the thread of the caller, for decisions that may come on another one.
     *
     * @param also is notified after the others, {@code null} for none
     */
    public DecisionListener onCall(@Nullable DecisionListener also) {
        if (all.isEmpty() && also == null) {
            return NOBODY;
        }
        List<Collaborator<DecisionListener>> ofCall = new ArrayList<>(all.size() + 1);
        all.forEach(each -> ofCall.add(each.with(each.ask(DecisionListener::onCall, NOBODY))));
        return with(ofCall, also == null ? NOBODY : also);
    }

    private DecisionListener with(List<Collaborator<DecisionListener>> others, DecisionListener also) {
        others.add(ofSubscribers.with(also));
        return decision -> notifyEach(others, decision);
    }

    private static void notifyEach(List<Collaborator<DecisionListener>> listeners, Decision decision) {
        for (Collaborator<DecisionListener> each : listeners) {
            each.call(listener -> listener.onDecision(decision));
        }
    }
}
