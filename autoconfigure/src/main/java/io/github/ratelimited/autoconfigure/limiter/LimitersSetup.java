package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.Audience;
import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RateLimitersCustomizer;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.limiter.LimitersBuilder;
import io.github.ratelimited.limiter.StoreLimitersBuilder;
import io.github.ratelimited.observe.LimiterObserver;
import org.springframework.beans.factory.ObjectProvider;

/** What the configuration says for each store, put into the builder of its limiters. */
record LimitersSetup(
        RateLimitedProperties properties,
        RateLimitedMethods methods,
        ObjectProvider<LimiterObserver> observers,
        ObjectProvider<LimitSource> source,
        SourcedLimiters sourced) {

    /** Limiters of a store of this library, with the limits of the configuration. */
    <B extends StoreLimitersBuilder<B>> RateLimiters store(
            B builder, ObjectProvider<RateLimitersCustomizer<B>> customizers) {
        builder.reservationHorizon(properties.reservationHorizon())
                .blockAfterRejection(methods::blockFor)
                .limitSourceTtl(properties.limitSource().ttl())
                .limitSourceTimeout(properties.limitSource().timeout());
        source.ifAvailable(found -> builder.limitSource(found, sourced::ask));
        properties.settings().limits().forEach(builder::limit);
        return any(builder, customizers);
    }

    /** Limiters without limits yet. What the application changes comes last. */
    <B extends LimitersBuilder<B>> RateLimiters any(B builder, ObjectProvider<RateLimitersCustomizer<B>> customizers) {
        builder.audience(name -> methods.settings().audience(name, Audience.CLIENT))
                .observer(LimiterObserver.of(observers.orderedStream().toList()));
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.build();
    }
}
