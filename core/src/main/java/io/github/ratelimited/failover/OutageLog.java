package io.github.ratelimited.failover;

import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.LimiterObservers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once that some of a store cannot decide, and once that all of it can. Safe for use by many threads. */
final class OutageLog {

    private static final Logger log = LoggerFactory.getLogger(OutageLog.class);

    private final LimiterObservers observer;
    private int open;

    OutageLog(LimiterObserver observer) {
        this.observer = LimiterObservers.of(observer);
    }

    synchronized void begin(Exception why) {
        open++;
        if (open == 1) {
            observer.circuit(true);
            log.warn("Redis cannot decide; until it can, failure policies apply: {}", why.getMessage());
        }
    }

    synchronized void end() {
        open--;
        if (open == 0) {
            observer.circuit(false);
            log.info("Redis decides again");
        }
    }
}
