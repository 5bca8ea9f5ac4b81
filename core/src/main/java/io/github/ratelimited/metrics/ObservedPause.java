package io.github.ratelimited.metrics;

import io.github.ratelimited.observe.LimiterObserver.Pause;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/** A wait as an observation within that of the caller, whatever thread it begins on. */
final class ObservedPause implements Pause {

    private final ObservationRegistry registry;
    private final String limiter;
    private final @Nullable Observation parent;
    private volatile Observation wait = Observation.NOOP;

    /** Is made on the caller's thread. */
    ObservedPause(ObservationRegistry registry, String limiter) {
        this.registry = registry;
        this.limiter = limiter;
        this.parent = registry.getCurrentObservation();
    }

    @Override
    public void begin() {
        wait = Observation.createNotStarted("ratelimited.wait", registry)
                .contextualName("wait for permits")
                .lowCardinalityKeyValue("limiter", limiter)
                .parentObservation(parent)
                .start();
    }

    @Override
    public void end() {
        wait.stop();
    }
}
