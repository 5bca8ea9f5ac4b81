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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Requests in the form in which {@code acquire.lua} takes them, and its reply in ours. */
final class Batch {

    private static final int GRANTED = 1;
    private static final int FAILED = -1;

    private final List<Placed> requests;
    private final Map<String, Integer> keys = new LinkedHashMap<>();
    private final Set<StateFormat> formats = EnumSet.noneOf(StateFormat.class);
    private final Arguments arguments;

    /** Makes a batch; the arguments begin with what all scripts take. */
    Batch(List<Acquisition> requests, RedisKeys names, Arguments arguments) {
        this.requests = new ArrayList<>(requests.size());
        this.arguments = arguments;
        boolean single = true;
        for (Acquisition request : requests) {
            single &= request.demands().size() == 1;
            this.requests.add(placed(request, names));
        }
        if (single) {
            this.requests.sort(Comparator.comparingInt(Placed::firstKey));
        }
        this.requests.forEach(this::write);
    }

    private Placed placed(Acquisition request, RedisKeys names) {
        int[] places = new int[request.demands().size()];
        for (int i = 0; i < places.length; i++) {
            Demand demand = request.demands().get(i);
            formats.add(StateFormat.of(demand.limit().algorithm()));
            Integer next = keys.size() + 1;
            Integer known = keys.putIfAbsent(names.of(demand), next);
            places[i] = known == null ? next : known;
        }
        return new Placed(request, requests.size(), places);
    }

    private void write(Placed placed) {
        List<Demand> demands = placed.request.demands();
        arguments.add(demands.size()).add(Micros.of(placed.request.maxWait()));
        for (int i = 0; i < demands.size(); i++) {
            arguments
                    .add(placed.keys[i])
                    .add(demands.get(i).limit())
                    .add(demands.get(i).permits());
        }
    }

    String script() {
        return Script.ACQUIRE.text(formats);
    }

    List<String> keys() {
        return List.copyOf(keys.keySet());
    }

    byte[] arguments() {
        return arguments.toBytes();
    }

    /** {@return what the script returned for this batch} */
    Reply read(byte[] bytes) {
        ByteBuffer numbers = ByteBuffer.wrap(bytes);
        long now = (long) numbers.getDouble();
        int corrupt = (int) numbers.getDouble();
        return new Reply(now, corrupt, corrupt == Reply.TOO_LATE ? List.of() : outcomes(now, numbers));
    }

    private List<Outcome> outcomes(long now, ByteBuffer numbers) {
        Outcome[] outcomes = new Outcome[requests.size()];
        List<Integer> failed = new ArrayList<>();
        for (Placed placed : requests) {
            int outcome = (int) numbers.getDouble();
            Grant grant = grant(placed.request, outcome == GRANTED, now, numbers);
            if (outcome == FAILED) {
                failed.add(placed.place);
            }
            outcomes[placed.place] = new Outcome(grant, null);
        }
        if (!failed.isEmpty()) {
            var failure = new RateLimiterUnavailableException(
                    "Redis refused to decide: " + StandardCharsets.UTF_8.decode(numbers), null);
            failed.forEach(place -> outcomes[place] = new Outcome(null, failure));
        }
        return List.of(outcomes);
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
        return new Grant(request.demands(), decisions, new Ticket(bookings));
    }

    /**
     * A request in a batch. Those with a single demand stand by their keys, each key's in the order of their arrival, so
     * that the script can finish one key after the other.
     *
     * @param request the request
     * @param place where it stood among those that arrived
     * @param keys place of the key of each demand, from 1
     */
    private record Placed(Acquisition request, int place, int[] keys) {

        int firstKey() {
            return keys[0];
        }
    }
}
