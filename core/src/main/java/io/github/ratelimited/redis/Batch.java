package io.github.ratelimited.redis;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Booking;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Outcome;
import io.github.ratelimited.store.Ticket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Requests in the form in which {@code acquire.lua} takes them, and its reply in ours. */
final class Batch {

    private static final int GRANTED = 1;
    private static final int FAILED = -1;

    private final List<Acquisition> requests;
    private final Map<String, Integer> keys = new LinkedHashMap<>();
    private final Set<StateFormat> formats = EnumSet.noneOf(StateFormat.class);
    private final Arguments arguments;

    /** Makes a batch; the arguments begin with what all scripts take. */
    Batch(List<Acquisition> requests, RedisKeys names, Arguments arguments) {
        this.requests = requests;
        this.arguments = arguments;
        for (Acquisition request : requests) {
            arguments.add(request.demands().size()).add(Micros.of(request.maxWait()));
            for (Demand demand : request.demands()) {
                formats.add(StateFormat.of(demand.limit().algorithm()));
                Integer next = keys.size() + 1;
                Integer known = keys.putIfAbsent(names.of(demand), next);
                arguments.add(known == null ? next : known).add(demand.limit()).add(demand.permits());
            }
        }
    }

    String script() {
        return Script.ACQUIRE.text(formats);
    }

    List<Object> keys() {
        return List.copyOf(keys.keySet());
    }

    byte[] arguments() {
        return arguments.toBytes();
    }

    /** {@return the grant of each request, or its failure} */
    List<Outcome> outcomes(Reply reply) {
        ByteBuffer numbers = reply.outcomes();
        List<Outcome> outcomes = new ArrayList<>(requests.size());
        List<Integer> failed = new ArrayList<>();
        for (Acquisition request : requests) {
            int outcome = (int) numbers.getDouble();
            Grant grant = grant(request, outcome == GRANTED, reply.now(), numbers);
            if (outcome == FAILED) {
                failed.add(outcomes.size());
            }
            outcomes.add(new Outcome(grant, null));
        }
        if (!failed.isEmpty()) {
            var failure = new RateLimiterUnavailableException("Redis refused to decide: " + Reply.text(numbers), null);
            failed.forEach(index -> outcomes.set(index, new Outcome(null, failure)));
        }
        return outcomes;
    }

    private static Grant grant(Acquisition request, boolean granted, long now, ByteBuffer numbers) {
        List<Decision> decisions = new ArrayList<>(request.demands().size());
        List<Booking> bookings = new ArrayList<>(request.demands().size());
        for (Demand demand : request.demands()) {
            long due = (long) numbers.getDouble();
            long remaining = (long) numbers.getDouble();
            long resetAfter = (long) numbers.getDouble();
            boolean allowed = granted || due <= now;
            Duration wait = due <= now ? Duration.ZERO : Micros.toDuration(due - now);
            decisions.add(new Decision(
                    demand.limiter(),
                    demand.limit(),
                    allowed,
                    allowed ? wait : Duration.ZERO,
                    remaining,
                    allowed ? Duration.ZERO : wait,
                    Micros.toDuration(resetAfter),
                    Basis.STORE));
            if (granted) {
                bookings.add(new Booking(demand, due, Basis.STORE));
            }
        }
        return new Grant(decisions, new Ticket(bookings));
    }
}
