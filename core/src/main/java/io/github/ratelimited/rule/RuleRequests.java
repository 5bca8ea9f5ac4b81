package io.github.ratelimited.rule;

import io.github.ratelimited.Audience;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.hold.AddressedRequest;
import io.github.ratelimited.hold.PermitRequest;
import io.github.ratelimited.hold.PermitTaker;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.RateLimitSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.util.function.SingletonSupplier;

/** Works out which permits a request takes. Safe for use by many threads. */
public final class RuleRequests {

    private final Supplier<RateLimiters> limiters;
    private final Supplier<RateLimitSettings> settings;
    private final Supplier<PermitTaker> taker;

    /**
     * Makes it for an application.
     *
     * @param limiters decide; asked for at the first request
     * @param settings what the configuration says now about modes and audiences
     * @param failures is notified of requests whose cost cannot be evaluated; asked for at the first request
     */
    public RuleRequests(
            Supplier<RateLimiters> limiters, Supplier<RateLimitSettings> settings, Supplier<SettleFailures> failures) {
        this.limiters = limiters;
        this.settings = settings;
        this.taker = SingletonSupplier.of(() -> new PermitTaker(limiters.get(), failures.get()));
    }

    /**
     * The permits of a request.
     *
     * @param matches the rules that are for the request
     * @param place whom limits are meant for here where the configuration does not say
     * @param <C> what their expressions see
     * @return {@code null} when there are none
     * @throws io.github.ratelimited.NullKeyException when the request has no key for one of them that may refuse it
     */
    <C extends EvaluationContext> @Nullable RulePermits<C> permits(List<RuleMatch<C>> matches, Audience place) {
        List<RuleUse<C>> uses = new ArrayList<>(matches.size());
        for (RuleMatch<C> match : matches) {
            LimiterMode mode = settings.get().mode(match.rule().limiter());
            if (mode != LimiterMode.OFF) {
                uses.add(new RuleUse<>(match, mode == LimiterMode.SHADOW, limiters));
            }
        }
        PermitRequest request = PermitRequest.of(uses, taker.get());
        return request == null
                ? null
                : new RulePermits<>(
                        new AddressedRequest(request, limiter -> audience(limiter, place)),
                        uses.stream().flatMap(use -> use.counted().stream()).toList());
    }

    /** {@return whom the limiter is meant for, by the configuration or else by the place of the refusal} */
    private Audience audience(String limiter, Audience place) {
        return settings.get().audience(limiter, place);
    }
}
