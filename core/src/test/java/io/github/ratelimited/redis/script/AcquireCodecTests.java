package io.github.ratelimited.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.model.ReferenceModel;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.client.codec.StringCodec;

/** What one script makes of several requests, against what the reference models make of them one by one. */
class AcquireCodecTests {

    private static final Duration HORIZON = Duration.ofSeconds(30);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int BATCHES = 150;

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final TestClock clock = new TestClock();
    private final RedisKeys names = new RedisKeys("batch-" + UUID.randomUUID());
    private final Map<String, ReferenceModel> models = new HashMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void decidesAsTheModelsDoOneByOne(long seed) {
        compare(new Random(seed), List.of(Algorithm.values()), "seed " + seed);
    }

    @ParameterizedTest
    @EnumSource
    void decidesAsTheModelDoesWithOneAlgorithm(Algorithm algorithm) {
        compare(new Random(algorithm.ordinal()), List.of(algorithm), algorithm.name());
    }

    /** The requests of a key stand together in the script, wherever they stood among those of others. */
    @ParameterizedTest
    @EnumSource
    void decidesSinglePermitsOfSeveralKeysAsTheModelDoes(Algorithm algorithm) {
        Random random = new Random(algorithm.ordinal());
        compare(random, 60, () -> single(random, algorithm), algorithm.name());
    }

    /** Mostly one permit that does not wait; now and then another limit, a wait, two permits or two limits. */
    private static Acquisition single(Random random, Algorithm algorithm) {
        int key = random.nextInt(5);
        Duration interval = Duration.ofMillis(random.nextInt(40) == 0 ? 1_500 : 1_000);
        RateLimit limit = Limits.of(key < 3 ? 40 : 3, interval, algorithm);
        Demand demand = new Demand("single", "key" + key, limit, random.nextInt(40) == 0 ? 2 : 1);
        long maxWait = random.nextInt(8) == 0 ? random.nextInt(1_500_000) : 0;
        return random.nextInt(100) == 0
                ? request(maxWait, demand, new Demand("other", "key" + key, limit, 1))
                : request(maxWait, demand);
    }

    private void compare(Random random, List<Algorithm> algorithms, String run) {
        compare(random, 12, () -> randomRequest(random, algorithms), run);
    }

    private void compare(Random random, int most, Supplier<Acquisition> request, String run) {
        for (int batch = 0; batch < BATCHES; batch++) {
            clock.advance(random.nextInt(3) == 0 ? random.nextInt(2_000_000) : random.nextInt(50_000));
            List<Acquisition> requests =
                    Stream.generate(request).limit(1 + random.nextInt(most)).toList();
            List<Grant> expected = requests.stream().map(this::expected).toList();

            assertThat(run(requests))
                    .as("%s, batch %d: %s", run, batch, requests)
                    .extracting(BatchResult::grant)
                    .isEqualTo(expected);
        }
    }

    private Grant expected(Acquisition request) {
        long now = clock.micros();
        List<Demand> demands = request.demands();
        List<Long> dues = demands.stream()
                .map(demand -> model(demand).dueOf(now, demand.limit(), demand.permits()))
                .toList();
        long maxWait = demands.size() == 1 ? Micros.of(request.maxWait()) : 0;
        boolean granted = dues.stream().allMatch(due -> due - now <= maxWait);
        List<Decision> decisions = new ArrayList<>();
        List<Reservation> reservations = new ArrayList<>();
        for (int i = 0; i < demands.size(); i++) {
            Demand demand = demands.get(i);
            long due = dues.get(i);
            if (granted) {
                reservations.add(new Reservation(demand, due, Basis.STORE));
                if (demand.permits() > 0) {
                    model(demand).book(now, demand.limit(), demand.permits(), due);
                }
            }
            boolean allowed = granted || due <= now;
            Duration wait = Micros.toDuration(due - now);
            Decision decision = Decision.of(demand.limiter(), demand.limit())
                    .allowed(allowed)
                    .delay(allowed ? wait : Duration.ZERO)
                    .remaining(model(demand).remaining(now, demand.limit()))
                    .retryAfter(allowed ? Duration.ZERO : wait)
                    .resetAfter(Micros.toDuration(model(demand).resetAt(now, demand.limit()) - now))
                    .build();
            decisions.add(demand.within(allowed ? due : now, decision));
        }
        return new Grant(demands, decisions, reservations);
    }

    private ReferenceModel model(Demand demand) {
        return models.computeIfAbsent(names.of(demand), name -> ReferenceModel.of(demand.limit()));
    }

    private Acquisition randomRequest(Random random, List<Algorithm> algorithms) {
        List<String> keys = new ArrayList<>(List.of("a", "b", "c"));
        Collections.shuffle(keys, random);
        List<Demand> demands = new ArrayList<>();
        for (int i = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1; i > 0; i--) {
            Algorithm algorithm = algorithms.get(random.nextInt(algorithms.size()));
            RateLimit limit = Limits.of(2 + random.nextInt(2) * 5, Duration.ofSeconds(1), algorithm);
            demands.add(new Demand("random", keys.get(i - 1), limit, random.nextInt(3)));
        }
        return request(random.nextInt(3) * 1_500_000L, demands.toArray(Demand[]::new));
    }

    @ParameterizedTest
    @EnumSource
    void replacesOneKeyOfTheWrongTypeAndLeavesTheOthersAlone(Algorithm algorithm) {
        Demand before = demand("before", algorithm, 3);
        Demand wrong = demand("wrong", algorithm, 3);
        Demand after = demand("after", Algorithm.TOKEN_BUCKET, 3);
        redis.client().getSet(names.of(wrong), StringCodec.INSTANCE).add("not ours");

        AcquireCodec batch = batch(List.of(request(0, before), request(0, wrong), request(0, after)));
        Reply reply = reply(batch);

        assertThat(reply.corrupt()).isEqualTo(1);
        assertThat(reply.outcomes())
                .allMatch(outcome -> outcome.grant() != null && outcome.grant().allowed());
        assertThat(reply(batch(List.of(request(0, wrong)))).corrupt()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void takesAllDemandsOfARequestOrNone(Algorithm algorithm) {
        Demand wide = demand("wide", algorithm, 1_000);
        Demand narrow = demand("narrow", Algorithm.FIXED_WINDOW, 1);

        List<BatchResult> outcomes = run(List.of(
                request(0, narrow),
                request(30_000_000, wide, narrow),
                request(30_000_000, narrow, wide),
                request(0, wide)));

        assertThat(outcomes).extracting(outcome -> outcome.grant().allowed()).containsExactly(true, false, false, true);
        assertThat(outcomes.get(1).grant().reservations()).isEmpty();
        assertThat(outcomes.get(3).grant().decision().remaining())
                .isEqualTo(algorithm == Algorithm.LEAKY_BUCKET ? 0 : 999);
    }

    @Test
    void reservesAlongOneFullWindowInOrder() {
        RateLimit limit = RateLimit.of(100, Duration.ofSeconds(20)).withAlgorithm(Algorithm.SLIDING_WINDOW);
        for (int i = 0; i < 100; i++) {
            Acquisition one = request(0, new Demand("hot", "", limit, 1));
            assertThat(run(List.of(one)).get(0).grant()).isEqualTo(expected(one));
            clock.advance(1_000);
        }
        List<Acquisition> waiting = Collections.nCopies(64, request(30_000_000, new Demand("hot", "", limit, 1)));

        List<Grant> expected = waiting.stream().map(this::expected).toList();

        assertThat(run(waiting)).extracting(BatchResult::grant).isEqualTo(expected);
    }

    @Test
    void onlyThoseWhoMayHaveToWaitTouchTheQueue() {
        Demand demand = demand("alice", Algorithm.TOKEN_BUCKET, 1);
        Deadline deadline = Deadline.after(Duration.ofMinutes(1));
        Acquisition waits = new Acquisition(List.of(demand), Duration.ofSeconds(9), deadline, Turn.first(HORIZON));

        assertThat(batch(List.of(request(0, demand), request(1, demand))).keys())
                .hasSize(1);
        assertThat(batch(List.of(request(0, demand), waits, waits)).keys())
                .containsExactly(names.of(demand), names.of(demand) + ":q1");
    }

    private static Demand demand(String key, Algorithm algorithm, long rate) {
        return new Demand("limiter", key, Limits.of(rate, HOUR, algorithm), 1);
    }

    private static Acquisition request(long maxWait, Demand... demands) {
        return new Acquisition(List.of(demands), Micros.toDuration(maxWait), Deadline.after(Duration.ofMinutes(1)));
    }

    private List<BatchResult> run(List<Acquisition> requests) {
        AcquireCodec batch = batch(requests);
        return reply(batch).outcomes();
    }

    private AcquireCodec batch(List<Acquisition> requests) {
        return new AcquireCodec(requests, names, clock.micros(), -clock.micros());
    }

    private static Reply reply(AcquireCodec batch) {
        ScriptRunner scripts = new ScriptRunner(RedissonConnection.of(redis.client()));
        return batch.read(StoreDriver.get(scripts.run(batch.script(), batch.keys(), batch.arguments())));
    }
}
