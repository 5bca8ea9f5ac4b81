package io.github.ratelimited.rule;

import io.github.ratelimited.Audience;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.hold.AudienceRequest;
import io.github.ratelimited.hold.PermitRequest;
import io.github.ratelimited.hold.PermitTaker;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.hold.TakenPermits;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/** Works out which permits a request takes. Safe for use by many threads. */
public final class RuleRequests {

    private final Supplier<RateLimiters> limiters;
    private final Supplier<SettingsPrecedence> settings;
    private final Supplier<PermitTaker> taker;
    private final boolean together;
    private final Map<String, RateLimiter> named = new ConcurrentHashMap<>();

    /**
     * Makes it for an application.
     *
     * @param limiters decide; asked for at the first request
     * @param settings what the configuration says now about modes and audiences
     * @param failures is notified of requests whose cost cannot be evaluated; asked for at the first request
     * @param together whether several limiters can be asked together, all or none
     */
    public RuleRequests(
            Supplier<RateLimiters> limiters,
            Supplier<SettingsPrecedence> settings,
            Supplier<SettleFailures> failures,
            boolean together) {
        this.limiters = limiters;
        this.settings = settings;
        this.together = together;
        this.taker = SingletonSupplier.of(() -> new PermitTaker(limiters.get(), failures.get()));
    }

    /**
     * {@return the permits of a request, {@code null} when there are none}
     *
     * @param place whom limits are meant for here where the configuration does not say
     * @throws io.github.ratelimited.NullKeyException when the request has no key for one of them that may reject it
     */
    @Nullable
    Permits permits(List<RuleMatch> matches, Audience place) {
        SettingsPrecedence now = settings.get();
        boolean hides = false;
        List<RuleUse> uses = new ArrayList<>(matches.size());
        for (RuleMatch match : matches) {
            String limiter = match.rule().limiter();
            LimiterMode mode = now.mode(limiter);
            if (mode != LimiterMode.OFF) {
                uses.add(new RuleUse(match, mode == LimiterMode.SHADOW, this::named));
                hides |= now.audience(limiter, place) != Audience.CLIENT;
            }
        }
        PermitRequest request =
                together ? PermitRequest.of(uses, taker.get()) : PermitRequest.eachOf(uses, taker.get());
        if (request == null) {
            return null;
        }
        return new Permits(
                hides ? new AudienceRequest(request, limiter -> now.audience(limiter, place)) : request, uses);
    }

    private RateLimiter named(String limiter) {
        return named.computeIfAbsent(limiter, limiters.get()::get);
    }

    /**
     * The permits that the rules of one request take.
     *
     * @param request takes them
     * @param rules the rules
     */
    record Permits(PermitRequest request, List<RuleUse> rules) {

        /** {@return the request, which goes on} */
        CountedRequest allowed(TakenPermits taken) {
            if (!taken.isAllowed()) {
                throw rejection(taken);
            }
            return new CountedRequest(rules, taken);
        }

        /** The exception that {@link #allowed} throws. */
        RateLimitExceededException rejection(TakenPermits taken) {
            return new RateLimitExceededException(taken.decisions().get(0));
        }
    }
}
