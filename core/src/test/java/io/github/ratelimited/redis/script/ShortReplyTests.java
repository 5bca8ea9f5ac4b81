package io.github.ratelimited.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.Redisson;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/** Calls that are granted at once are answered with less. */
class ShortReplyTests {

    private static final long NOW = 1_790_000_000_000_000L;

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final RedisKeys names = new RedisKeys("short-" + UUID.randomUUID());

    private static Acquisition request(Algorithm algorithm, String key) {
        RateLimit limit = Limits.of(1, Duration.ofHours(1), algorithm);
        return new Acquisition(
                List.of(new Demand("api", key, limit, 1)), Duration.ZERO, Deadline.after(Duration.ofSeconds(10)));
    }

    private AcquireCodec batch(long now, Acquisition... requests) {
        return new AcquireCodec(List.of(requests), names, now, -now);
    }

    private static byte[] run(AcquireCodec batch) {
        return run(redis.client(), batch);
    }

    private static byte[] run(RedissonClient client, AcquireCodec batch) {
        return client.getScript(ByteArrayCodec.INSTANCE)
                .eval(
                        RScript.Mode.READ_WRITE,
                        batch.script(),
                        RScript.ReturnType.VALUE,
                        List.copyOf(batch.keys()),
                        batch.arguments());
    }

    private static void assertGrantedAtOnce(AcquireCodec batch, byte[] reply, int grants, long now) {
        assertThat(batch.read(reply).now()).isEqualTo(now);
        assertThat(batch.read(reply).decided())
                .hasSize(grants)
                .extracting(BatchResult::grant)
                .allSatisfy(grant -> {
                    assertThat(grant.allowed()).isTrue();
                    assertThat(grant.decisions().get(0).remaining()).isZero();
                    assertThat(grant.decisions().get(0).resetAfter()).isPositive();
                    assertThat(grant.reservations())
                            .extracting(Reservation::grantedAt)
                            .containsExactly(now);
                });
    }

    @ParameterizedTest
    @EnumSource
    void aLoneRequestHasThreeNumbersOrAnEntryAndOneOfABatchThree(Algorithm algorithm) {
        AcquireCodec lone = batch(NOW, request(algorithm, "a"));
        byte[] ofLone = run(lone);
        assertThat(ofLone).hasSize(algorithm == Algorithm.SLIDING_WINDOW ? 58 : 3 * Double.BYTES);
        assertGrantedAtOnce(lone, ofLone, 1, NOW);

        AcquireCodec two = batch(NOW, request(algorithm, "b"), request(algorithm, "c"));
        byte[] ofTwo = run(two);
        assertThat(ofTwo).hasSize((2 + 2 * 3) * Double.BYTES);
        assertGrantedAtOnce(two, ofTwo, 2, NOW);
    }

    @Test
    void anEntryTellsWhatRemainsAndWhenAllIsBack() {
        RateLimit limit = Limits.of(10, Duration.ofSeconds(1), Algorithm.SLIDING_WINDOW);
        for (int i = 1; i <= 40; i++) {
            long now = NOW + i * 300_000L;
            Demand demand = new Demand("api", "entry", limit, i % 3);
            AcquireCodec batch =
                    batch(now, new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(Duration.ofSeconds(10))));
            byte[] reply = run(batch);
            int used = 0;
            for (int j = Math.max(1, i - 3); j <= i; j++) {
                used += j % 3;
            }
            Grant grant = batch.read(reply).decided().get(0).grant();
            assertThat(grant.decisions().get(0).remaining()).isEqualTo(10 - used);
            assertThat(reply).hasSize(i % 3 == 0 ? 3 * Double.BYTES : 58);
            if (i % 3 > 0) {
                assertThat(grant.decisions().get(0).resetAfter()).isEqualTo(Duration.ofSeconds(1));
            }
            assertThat(grant.reservations().get(0)).isEqualTo(new Reservation(demand, now, Basis.STORE));
        }
    }

    @Test
    void nothingRemainsWhereMoreWasTakenThanTheLimit() {
        RateLimit limit = Limits.of(10, Duration.ofSeconds(1), Algorithm.SLIDING_WINDOW);
        Acquisition more = new Acquisition(
                List.of(new Demand("api", "more", limit, 11)), Duration.ZERO, Deadline.after(Duration.ofSeconds(10)));
        AcquireCodec batch = batch(NOW, more);
        byte[] reply = run(batch);
        assertThat(reply).hasSize(58);
        assertGrantedAtOnce(batch, reply, 1, NOW);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsRejectedOrHasAnOffsetHasAllItsNumbers(Algorithm algorithm) {
        run(batch(NOW, request(algorithm, "a")));
        AcquireCodec rejected = batch(NOW, request(algorithm, "a"));
        byte[] ofRejected = run(rejected);
        assertThat(ofRejected).hasSize(7 * Double.BYTES);
        assertThat(rejected.read(ofRejected).decided())
                .extracting(BatchResult::grant)
                .noneMatch(Grant::allowed);

        byte[] wentBack = run(batch(NOW - 1000, request(algorithm, "a")));
        assertThat(wentBack).hasSize(7 * Double.BYTES);
        assertThat(Reply.numbers(wentBack).getDouble(6 * Double.BYTES)).isEqualTo(1000);
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotBeWrittenFailsWhereverItStands(Algorithm algorithm) {
        String user = "reader-" + algorithm;
        redis.server()
                .command("ACL", "SETUSER", user, "on", ">secret", "~*", "&*", "+@all", "-set", "-setrange", "-rpush");
        Config config = new Config().setUsername(user).setPassword("secret");
        config.useSingleServer().setAddress(redis.server().url()).setConnectionMinimumIdleSize(1);
        RedissonClient client = Redisson.create(config);
        try {
            AcquireCodec lone = batch(NOW, request(algorithm, "a"));
            assertFailed(lone.read(run(client, lone)), 1);
            AcquireCodec three = batch(NOW, request(algorithm, "a"), request(algorithm, "b"), request(algorithm, "a"));
            assertFailed(three.read(run(client, three)), 3);
        } finally {
            client.shutdown();
            redis.server().command("ACL", "DELUSER", user);
        }
        AcquireCodec after = batch(NOW, request(algorithm, "a"));
        assertGrantedAtOnce(after, run(after), 1, NOW);
    }

    private static void assertFailed(Reply reply, int requests) {
        assertThat(reply.outcomes())
                .hasSize(requests)
                .allSatisfy(outcome -> assertThat(outcome.failure())
                        .hasMessageContaining("refused to decide")
                        .hasMessageMatching("(?s).*(this|.rpush.|.set.|.setrange.) command.*"));
    }
}
