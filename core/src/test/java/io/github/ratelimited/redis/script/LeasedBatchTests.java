package io.github.ratelimited.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
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
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.client.codec.StringCodec;

/** What leases are granted among other requests of a batch, against what the reference models would leave. */
class LeasedBatchTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final TestClock clock = new TestClock();
    private final RedisKeys names = new RedisKeys("leased-" + UUID.randomUUID());
    private final Map<String, ReferenceModel> models = new HashMap<>();

    private static Demand demand(int key, Algorithm algorithm, long permits) {
        RateLimit limit = RateLimit.of(40, Duration.ofSeconds(1)).withAlgorithm(algorithm);
        return new Demand("lease", "key" + key, limit, permits);
    }

    private static Deadline soon() {
        return Deadline.after(Duration.ofMinutes(1));
    }

    private static Acquisition random(Random random, Algorithm algorithm) {
        int key = random.nextInt(3);
        if (random.nextInt(3) == 0) {
            return Acquisition.lease(demand(key, algorithm, 1 + random.nextInt(20)), soon());
        }
        Duration wait = Duration.ofMillis(random.nextInt(10) == 0 ? random.nextInt(1_500) : 0);
        return new Acquisition(List.of(demand(key, algorithm, 1)), wait, soon());
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LEAKY_BUCKET", "CALENDAR_WINDOW"},
            mode = EnumSource.Mode.EXCLUDE)
    void takeAtMostATenthOfWhatRemainsAndNothingBeforeAQueue(Algorithm algorithm) {
        Random random = new Random(algorithm.ordinal());
        for (int batch = 0; batch < 150; batch++) {
            clock.advance(random.nextInt(3) == 0 ? random.nextInt(2_000_000) : random.nextInt(50_000));
            List<Acquisition> requests = Stream.generate(() -> random(random, algorithm))
                    .limit(1 + random.nextInt(12))
                    .toList();
            List<Grant> expected = requests.stream()
                    .map(this::expected)
                    .map(LeasedBatchTests::told)
                    .toList();

            assertThat(run(requests).outcomes().stream()
                            .map(BatchResult::grant)
                            .map(LeasedBatchTests::told)
                            .toList())
                    .as("batch %d: %s", batch, requests)
                    .isEqualTo(expected);
        }
    }

    /** A lease of nothing says nothing else. */
    private static Grant told(Grant grant) {
        Demand taken = grant.demands().get(0);
        return taken.permits() > 0
                ? grant
                : new Grant(
                        grant.demands(),
                        List.of(taken.granted(Duration.ZERO, 0, Duration.ZERO, Basis.STORE)),
                        grant.reservations());
    }

    private Grant expected(Acquisition request) {
        Demand demand = request.demands().get(0);
        ReferenceModel model = models.computeIfAbsent(names.of(demand), name -> ReferenceModel.of(demand.limit()));
        long now = clock.micros();
        long permits = request.lease()
                ? Math.min(demand.permits(), model.remaining(now, demand.limit()) / 10)
                : demand.permits();
        long due = permits == 0 ? now : model.due(now, demand.limit(), permits);
        boolean allowed = due - now <= Micros.of(request.maxWait());
        if (allowed && permits > 0) {
            model.book(now, demand.limit(), permits, due);
        }
        long remaining = model.remaining(now, demand.limit());
        Duration reset = Micros.toDuration(model.resetAt(now, demand.limit()) - now);
        Duration wait = Micros.toDuration(due - now);
        Demand taken = demand.of(permits);
        return new Grant(
                List.of(taken),
                List.of(
                        allowed
                                ? taken.granted(wait, remaining, reset, Basis.STORE)
                                : taken.rejected(wait, remaining, reset, Basis.STORE)),
                allowed && permits > 0 ? List.of(new Reservation(taken, due, Basis.STORE)) : List.of());
    }

    @Test
    void replaceCorruptStates() {
        Demand wrong = demand(1, Algorithm.TOKEN_BUCKET, 2);
        Demand right = demand(2, Algorithm.TOKEN_BUCKET, 2);
        redis.client().getBucket(names.of(wrong), StringCodec.INSTANCE).set("x".repeat(1000));
        redis.client()
                .getSet(names.of(demand(1, Algorithm.SLIDING_WINDOW, 2)), StringCodec.INSTANCE)
                .add("not ours");

        Reply reply = run(List.of(
                Acquisition.lease(wrong, soon()),
                Acquisition.lease(right, soon()),
                Acquisition.lease(demand(1, Algorithm.SLIDING_WINDOW, 2), soon())));

        assertThat(reply.corrupt()).isEqualTo(2);
        assertThat(reply.outcomes())
                .allSatisfy(outcome -> assertThat(outcome.grant().reservations())
                        .extracting(reservation -> reservation.demand().permits())
                        .containsExactly(2L));
    }

    private Reply run(List<Acquisition> requests) {
        AcquireCodec batch = new AcquireCodec(requests, names, clock.micros(), -clock.micros());
        ScriptRunner scripts = new ScriptRunner(RedissonConnection.of(redis.client()));
        return batch.read(StoreDriver.get(scripts.run(batch.script(), batch.keys(), batch.arguments())));
    }
}
