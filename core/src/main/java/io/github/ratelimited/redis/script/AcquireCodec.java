package io.github.ratelimited.redis.script;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Turn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests in the form in which {@code acquire.lua} takes them, and its reply in ours. */
public final class AcquireCodec {

    /** Stands for the number of demands where a single one may have to wait for its turn. */
    private static final int IN_TURN = -1;

    /** Stands for it where as many permits are taken as a lease may have. */
    private static final int LEASED = -2;

    /** Numbers that follow where a demand may have to wait. */
    private static final int OF_TURN = 4;

    private final List<Placed> requests;
    private final Map<StateFormat, Map<LimiterKey, Integer>> places = new EnumMap<>(StateFormat.class);
    private final Map<String, Integer> queues = new HashMap<>();
    private final List<String> keys = new ArrayList<>();
    private final Arguments arguments;

    /** Whether one request has one demand, so that neither their number nor the place of the key has to be sent. */
    private final boolean lone;

    /**
     * Makes a batch.
     *
     * @param moment about when the script will run, in microseconds since the epoch by the server's clock
     * @param header what the arguments of all scripts begin with
     */
    public AcquireCodec(List<Acquisition> requests, RedisKeys names, long moment, long header) {
        this.requests = new ArrayList<>(requests.size());
        List<Demand> demands = new ArrayList<>(requests.size());
        int turns = 0;
        for (Acquisition request : requests) {
            demands.addAll(request.demands());
            turns += request.turn() == null ? 0 : 1;
            this.requests.add(placed(request, names));
        }
        if (demands.size() == requests.size()) {
            this.requests.sort(Comparator.comparingInt(Placed::firstKey));
        }
        lone = requests.size() == 1 && kind(requests.get(0)) == 1;
        int numbers =
                2 * requests.size() + (2 + Arguments.OF_LIMIT) * demands.size() + OF_TURN * turns - (lone ? 2 : 0);
        this.arguments = new Arguments(header, moment, demands, numbers);
        this.requests.forEach(this::write);
    }

    private Placed placed(Acquisition request, RedisKeys names) {
        int[] ofDemands = new int[request.demands().size()];
        for (int i = 0; i < ofDemands.length; i++) {
            ofDemands[i] = place(request.demands().get(i), names);
        }
        int queue = request.turn() == null
                ? 0
                : queue(names.queueOf(request.demands().get(0)));
        return new Placed(request, requests.size(), ofDemands, queue);
    }

    private int queue(String name) {
        return queues.computeIfAbsent(name, missing -> {
            keys.add(missing);
            return keys.size();
        });
    }

    /** {@return the place of a key, from 1} */
    private int place(Demand demand, RedisKeys names) {
        StateFormat format = StateFormat.of(demand.limit().algorithm());
        Integer known = places.computeIfAbsent(format, first -> new HashMap<>())
                .putIfAbsent(demand.limiterKey(), keys.size() + 1);
        if (known != null) {
            return known;
        }
        keys.add(names.of(demand));
        return keys.size();
    }

    private void write(Placed placed) {
        List<Demand> demands = placed.request.demands();
        Turn turn = placed.request.turn();
        if (!lone) {
            arguments.add(kind(placed.request));
        }
        arguments.add(Micros.of(placed.request.maxWait()));
        for (int i = 0; i < demands.size(); i++) {
            if (!lone) {
                arguments.add(placed.keys[i]);
            }
            arguments.add(demands.get(i).limit()).add(demands.get(i).permits());
        }
        if (turn != null) {
            Turn here = turn.at(Basis.STORE);
            arguments
                    .add(placed.queue)
                    .add(Micros.of(here.horizon()))
                    .add(here.round())
                    .add(here.number());
        }
    }

    private static int kind(Acquisition request) {
        int demands = request.turn() == null ? request.demands().size() : IN_TURN;
        return request.lease() ? LEASED : demands;
    }

    public String script() {
        return (queues.isEmpty() ? Script.ACQUIRE : Script.ACQUIRE_IN_TURN).text(places.keySet());
    }

    public List<String> keys() {
        return keys;
    }

    public byte[] arguments() {
        return arguments.toBytes();
    }

    /** {@return what the script returned for this batch} */
    public Reply read(byte[] bytes) {
        Reply atOnce = lone ? Reply.atOnce(requests.get(0).request, bytes) : null;
        if (atOnce != null) {
            return atOnce;
        }
        ByteBuffer numbers = Reply.numbers(bytes);
        long now = (long) numbers.getDouble();
        int corrupt = (int) numbers.getDouble();
        return new Reply(now, corrupt, corrupt < 0 ? List.of() : outcomes(now, numbers));
    }

    private List<BatchResult> outcomes(long now, ByteBuffer numbers) {
        BatchResult[] outcomes = new BatchResult[requests.size()];
        List<Integer> failed = new ArrayList<>();
        for (Placed placed : requests) {
            long outcome = (long) numbers.getDouble();
            Grant grant = Reply.grant(placed.request, outcome, now, numbers);
            if (outcome == Reply.FAILED || outcome == Reply.FAILED_LATER) {
                failed.add(placed.place);
            }
            outcomes[placed.place] = new BatchResult(grant, null);
        }
        if (!failed.isEmpty()) {
            var failure = new RateLimiterUnavailableException(
                    "Redis refused to decide: " + StandardCharsets.UTF_8.decode(numbers), null);
            failed.forEach(place -> outcomes[place] = new BatchResult(null, failure));
        }
        return List.of(outcomes);
    }

    /**
     * A request in a batch. Those with a single demand stand by their keys, each key's in the order of their arrival, so
     * that the script can finish one key after the other.
     *
     * @param request the request
     * @param place where it stood among those that arrived
     * @param keys place of the key of each demand, from 1
     * @param queue place of the key of its queue, 0 for none
     */
    private record Placed(Acquisition request, int place, int[] keys, int queue) {

        int firstKey() {
            return keys[0];
        }
    }
}
