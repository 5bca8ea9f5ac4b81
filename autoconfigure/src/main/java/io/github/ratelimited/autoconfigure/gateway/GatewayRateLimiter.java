package io.github.ratelimited.autoconfigure.gateway;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.hold.AudienceRequest;
import io.github.ratelimited.hold.Listeners;
import io.github.ratelimited.hold.PermitRequest;
import io.github.ratelimited.hold.PermitRequest.Waiting;
import io.github.ratelimited.hold.ShadowRequest;
import io.github.ratelimited.hold.TakenPermits;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.web.Seconds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.event.FilterArgsEvent;
import org.springframework.cloud.gateway.filter.ratelimit.AbstractRateLimiter;
import org.springframework.cloud.gateway.support.ConfigurationService;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;

/**
 * Lets the filter {@code RequestRateLimiter} of Spring Cloud Gateway count by our limiters. The limiter has the name of the
 * route's id, or of the filter's argument {@code ratelimited.limiter}; the filter's {@code KeyResolver} gives the key. Shows
 * the limit in the fields {@code RateLimit-Policy} and {@code RateLimit}, and {@code Retry-After} of a rejection. Never
 * waits. Safe for use by many threads.
 */
public final class GatewayRateLimiter extends AbstractRateLimiter<GatewayRateLimiter.Config> {

    private static final Response GOES_ON = new Response(true, Map.of());

    private final Supplier<RateLimiters> limiters;
    private final Supplier<SettingsPrecedence> settings;
    private final Supplier<Listeners> listeners;
    private final Supplier<@Nullable Object> byDefault;
    private final GatewayRoutesCheck check;

    /**
     * Makes it for an application.
     *
     * @param configuration reads the arguments of filters
     * @param limiters decide; asked for at the first request
     * @param settings what the configuration says now about modes and audiences
     * @param listeners are notified of each decision, besides the one in the Reactor context; asked for with the first
     *     request
     * @param byDefault the limiter of filters that name none, {@code null} where Gateway would not know
     */
    public GatewayRateLimiter(
            @Nullable ConfigurationService configuration,
            Supplier<RateLimiters> limiters,
            Supplier<SettingsPrecedence> settings,
            Supplier<List<DecisionListener>> listeners,
            Supplier<@Nullable Object> byDefault) {
        super(Config.class, "ratelimited", configuration);
        this.limiters = limiters;
        this.settings = settings;
        this.listeners = SingletonSupplier.of(() -> new Listeners(listeners.get()));
        this.byDefault = byDefault;
        this.check = new GatewayRoutesCheck(limiters, settings);
    }

    @Override
    public void onApplicationEvent(FilterArgsEvent event) {
        super.onApplicationEvent(event);
        String route = event.getRouteId();
        Config config = getConfig().get(route);
        if (config != null) {
            check.report(
                    route,
                    limiter(config, route),
                    config.getPermits(),
                    event.getArgs().keySet(),
                    byDefault.get() == this);
        }
    }

    private static String limiter(Config config, String routeId) {
        return config.getLimiter() == null ? routeId : config.getLimiter();
    }

    @Override
    public Mono<Response> isAllowed(String routeId, String key) {
        Config config = getConfig().getOrDefault(routeId, new Config());
        String name = limiter(config, routeId);
        LimiterMode mode = settings.get().mode(name);
        if (mode == LimiterMode.OFF) {
            return Mono.just(GOES_ON);
        }
        return Mono.deferContextual(context -> {
            // The limiter is looked up by the request, because the id of a route may be no name of one.
            PermitRequest enforced = (waiting, listener) -> new PermitRequest.Single(
                            limiters.get().get(name).forKey(key), config.getPermits(), Duration.ZERO)
                    .take(waiting, listener);
            PermitRequest request = mode == LimiterMode.SHADOW ? new ShadowRequest(enforced, name) : enforced;
            DecisionListener all = listeners.get().and(context.getOrDefault(DecisionListener.class, null));
            return Mono.fromFuture(() -> new AudienceRequest(request, this::audience).take(Waiting.ASYNC, all))
                    // Gives back what comes when the request has been cancelled.
                    .doOnDiscard(TakenPermits.class, TakenPermits::giveBack)
                    .map(taken -> mode == LimiterMode.SHADOW
                            ? GOES_ON
                            : response(taken.decisions().get(0)));
        });
    }

    private Audience audience(String limiter) {
        return settings.get().audience(limiter, Audience.CLIENT);
    }

    private static Response response(Decision decision) {
        return decision.allowed()
                ? GOES_ON
                : new Response(false, Map.of("Retry-After", Long.toString(Seconds.retryAfter(decision.retryAfter()))));
    }

    /** Arguments of the filter, which begin with {@code ratelimited}. Not safe for use by many threads. */
    public static final class Config {

        private @Nullable String limiter;
        private long permits = 1;

        /** For a route without arguments. */
        public Config() {}

        /** {@return the name of the limiter, {@code null} when it is the id of the route} */
        public @Nullable String getLimiter() {
            return limiter;
        }

        /** Sets the name of the limiter; blank text is none. */
        public void setLimiter(@Nullable String limiter) {
            this.limiter = limiter == null || limiter.isBlank() ? null : limiter.strip();
        }

        /** {@return permits that a request takes} */
        public long getPermits() {
            return permits;
        }

        /**
         * Sets the permits that a request takes.
         *
         * @throws IllegalArgumentException when negative
         */
        public void setPermits(long permits) {
            if (permits < 0) {
                throw new IllegalArgumentException("ratelimited.permits must not be negative, but is " + permits);
            }
            this.permits = permits;
        }
    }
}
