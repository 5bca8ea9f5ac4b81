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
import io.github.ratelimited.store.Place;
import io.github.ratelimited.store.Ticket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Requests in the form in which {@code acquire.lua} takes them, and its reply in ours. */
final class Batch {

    private static final int GRANTED = 1;
    private static final int FAILED = -1;

    private final List<Acquisition> requests;

    /** Places of the requests in the lower halves, in the order in which the script sees them. */
    private final long[] order;

    private final Map<StateFormat, Map<Place, Integer>> places = new EnumMap<>(StateFormat.class);
    private final List<String> keys = new ArrayList<>();
    private final Arguments arguments;

    /**
     * Makes a batch.
     *
     * @param header what the arguments of all scripts begin with
     */
    Batch(List<Acquisition> requests, RedisKeys names, long... header) {
        this.requests = requests;
        int demands = 0;
        for (Acquisition request : requests) {
            demands += request.demands().size();
        }
        int[] keyOf = new int[demands];
        int next = 0;
        for (Acquisition request : requests) {
            for (Demand demand : request.demands()) {
                keyOf[next++] = place(demand, names);
            }
        }
        boolean single = demands == requests.size();
        this.order =
                single ? byKeys(keyOf) : LongStream.range(0, requests.size()).toArray();
        this.arguments = new Arguments(header, 2 * requests.size() + (2 + Arguments.OF_LIMIT) * demands);
        next = 0;
        for (long ordered : order) {
            Acquisition request = requests.get((int) ordered);
            write(request, keyOf, single ? (int) ordered : next);
            next += request.demands().size();
        }
    }

    /** {@return the place of a key, from 1} */
    private int place(Demand demand, RedisKeys names) {
        StateFormat format = StateFormat.of(demand.limit().algorithm());
        Integer known =
                places.computeIfAbsent(format, first -> new HashMap<>()).putIfAbsent(demand.place(), keys.size() + 1);
        if (known != null) {
            return known;
        }
        keys.add(names.of(demand));
        return keys.size();
    }

    /**
     * Requests with a single demand stand by their keys, each key's in the order of their arrival, so that the script can
     * finish one key after the other.
     */
    private static long[] byKeys(int[] keyOf) {
        long[] order = new long[keyOf.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = (long) keyOf[i] << Integer.SIZE | i;
        }
        Arrays.sort(order);
        return order;
    }

    private void write(Acquisition request, int[] keyOf, int first) {
        List<Demand> demands = request.demands();
        arguments.add(demands.size()).add(Micros.of(request.maxWait()));
        for (int i = 0; i < demands.size(); i++) {
            arguments
                    .add(keyOf[first + i])
                    .add(demands.get(i).limit())
                    .add(demands.get(i).permits());
        }
    }

    String script() {
        return Script.ACQUIRE.text(places.keySet());
    }

    List<String> keys() {
        return keys;
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
        for (long ordered : order) {
            int place = (int) ordered;
            int outcome = (int) numbers.getDouble();
            Grant grant = grant(requests.get(place), outcome == GRANTED, now, numbers);
            if (outcome == FAILED) {
                failed.add(place);
            }
            outcomes[place] = new Outcome(grant, null);
        }
        if (!failed.isEmpty()) {
            var failure = new RateLimiterUnavailableException(
                    "Redis refused to decide: " + StandardCharsets.UTF_8.decode(numbers), null);
            failed.forEach(place -> outcomes[place] = new Outcome(null, failure));
        }
        return List.of(outcomes);
    }

    private static Grant grant(Acquisition request, boolean granted, long now, ByteBuffer numbers) {
        Decision[] decisions = new Decision[request.demands().size()];
        Booking[] bookings = new Booking[granted ? decisions.length : 0];
        for (int i = 0; i < decisions.length; i++) {
            Demand demand = request.demands().get(i);
            long due = (long) numbers.getDouble();
            long remaining = (long) numbers.getDouble();
            long resetAfter = (long) numbers.getDouble();
            boolean allowed = granted || due <= now;
            Duration wait = due <= now ? Duration.ZERO : Micros.toDuration(due - now);
            decisions[i] = new Decision(
                    demand.limiter(),
                    demand.limit(),
                    allowed,
                    allowed ? wait : Duration.ZERO,
                    remaining,
                    allowed ? Duration.ZERO : wait,
                    Micros.toDuration(resetAfter),
                    Basis.STORE);
            if (granted) {
                bookings[i] = new Booking(demand, due, Basis.STORE);
            }
        }
        return new Grant(request.demands(), List.of(decisions), new Ticket(List.of(bookings)));
    }
}
