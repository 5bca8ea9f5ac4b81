package io.github.ratelimited.metrics;

import io.github.ratelimited.observe.SettlementOutcome;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A summary of permits for each limiter and outcome that settlements had so far. Safe for use by many threads. */
final class SettlementMeters {

    private record Tags(String limiter, SettlementOutcome outcome) {}

    private final MeterRegistry registry;
    private final Map<Tags, DistributionSummary> summaries = new ConcurrentHashMap<>();

    SettlementMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void record(String limiter, SettlementOutcome outcome, double permits) {
        Tags tags = new Tags(limiter, outcome);
        DistributionSummary summary = summaries.get(tags);
        (summary != null ? summary : summaries.computeIfAbsent(tags, this::register)).record(permits);
    }

    private DistributionSummary register(Tags tags) {
        return DistributionSummary.builder("ratelimited.settlements")
                .description("Permits that went back, or were counted, when calls were settled")
                .baseUnit("permits")
                .tag("limiter", tags.limiter())
                .tag("outcome", tags.outcome().name().toLowerCase(Locale.ROOT))
                .register(registry);
    }
}
