package io.github.ratelimited.redis;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Booking;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Ticket;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Requests in the form in which {@code acquire.lua} takes them, and its reply in ours. */
final class Batch {

    /** What the reply begins with: the server's time and the number of corrupt states that were replaced. */
    static final int REPLY_HEAD = 2;

    private static final int NUMBERS_PER_DEMAND = 3;

    private final List<Acquisition> requests;
    private final Map<String, Integer> keys = new LinkedHashMap<>();
    private final Set<StateFormat> formats = EnumSet.noneOf(StateFormat.class);
    private final List<Object> arguments = new ArrayList<>();

    Batch(List<Acquisition> requests, RedisKeys names, long now, long horizonMicros, long notAfter) {
        this.requests = requests;
        arguments.addAll(List.of(now, horizonMicros, notAfter));
        for (Acquisition request : requests) {
            arguments.add(request.demands().size());
            arguments.add(micros(request.maxWait()));
            for (Demand demand : request.demands()) {
                StateFormat format = StateFormat.of(demand.limit().algorithm());
                formats.add(format);
                Integer next = keys.size() + 1;
                Integer known = keys.putIfAbsent(names.of(demand), next);
                arguments.add(known == null ? next : known);
                arguments.add(format.version());
                addLimit(arguments, demand.limit());
                arguments.add(demand.permits());
            }
        }
    }

    static void addLimit(List<Object> arguments, RateLimit limit) {
        arguments.add(limit.rate());
        arguments.add(micros(limit.interval()));
        arguments.add(limit.burst());
    }

    static long micros(Duration duration) {
        return duration.toSeconds() * 1_000_000 + duration.getNano() / 1000;
    }

    String script() {
        return Script.ACQUIRE.text(formats);
    }

    List<Object> keys() {
        return List.copyOf(keys.keySet());
    }

    Object[] arguments() {
        return arguments.toArray();
    }

    /** {@return the grant of each request, or the failure of its script} */
    List<Outcome> outcomes(List<Object> reply) {
        long now = (Long) reply.get(0);
        List<Outcome> outcomes = new ArrayList<>(requests.size());
        int at = REPLY_HEAD;
        for (Acquisition request : requests) {
            Object outcome = reply.get(at++);
            outcomes.add(
                    outcome instanceof Long granted
                            ? new Outcome(grant(request, granted == 1, now, reply, at), null)
                            : new Outcome(null, refused(outcome)));
            at += NUMBERS_PER_DEMAND * request.demands().size();
        }
        return outcomes;
    }

    private static RateLimiterUnavailableException refused(Object error) {
        return new RateLimiterUnavailableException("Redis refused to decide: " + error, null);
    }

    private static Grant grant(Acquisition request, boolean granted, long now, List<Object> reply, int start) {
        List<Decision> decisions = new ArrayList<>(request.demands().size());
        List<Booking> bookings = new ArrayList<>(request.demands().size());
        int at = start;
        for (Demand demand : request.demands()) {
            long due = (Long) reply.get(at);
            boolean allowed = granted || due <= now;
            Duration wait = Duration.of(Math.max(0, due - now), ChronoUnit.MICROS);
            decisions.add(new Decision(
                    demand.limiter(),
                    demand.limit(),
                    allowed,
                    allowed ? wait : Duration.ZERO,
                    (Long) reply.get(at + 1),
                    allowed ? Duration.ZERO : wait,
                    Duration.of((Long) reply.get(at + 2), ChronoUnit.MICROS),
                    Basis.STORE));
            if (granted) {
                bookings.add(new Booking(demand, due));
            }
            at += NUMBERS_PER_DEMAND;
        }
        return new Grant(decisions, new Ticket(bookings, Basis.STORE));
    }
}
