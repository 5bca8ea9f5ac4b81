package io.github.ratelimited.store;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once that some of a store cannot decide, and once that all of it can. Safe for use by many threads. */
final class Outages {

    private static final Logger log = LoggerFactory.getLogger(Outages.class);

    private final AtomicInteger open = new AtomicInteger();
    private final LimiterObserver observer;

    Outages(LimiterObserver observer) {
        this.observer = observer;
    }

    void begin(Exception why) {
        if (open.getAndIncrement() == 0) {
            observer.circuit(true);
            log.warn(
                    "Redis cannot decide, and until it can each limit goes by its failure policy: {}",
                    why.getMessage());
        }
    }

    void end() {
        if (open.decrementAndGet() == 0) {
            observer.circuit(false);
            log.info("Redis decides again");
        }
    }
}
