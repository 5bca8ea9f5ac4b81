package io.github.ratelimited.redis.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/** Some keys of a batch cannot be read, or not be written. */
class RefusedKeysTests {

    private static final String USER = "without-some-rights";

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private long now = 1_790_000_000_000_000L;
    private final List<RedissonClient> clients = new ArrayList<>();
    private final RedisKeys names = new RedisKeys("refused-" + UUID.randomUUID());

    @Test
    void failThoseWhoNameThemAlone() {
        Demand window = demand("window", Algorithm.SLIDING_WINDOW, 5);
        Demand bucket = demand("bucket", Algorithm.TOKEN_BUCKET, 5);

        List<BatchResult> outcomes =
                run("-get", at(window), at(bucket), at(bucket, window), at(window, bucket), at(window));

        assertThat(outcomes).extracting(RefusedKeysTests::failed).containsExactly(false, true, true, true, false);
        assertThat(outcomes.get(4).grant().decision().remaining()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-get", "-set"})
    void failThoseWhoWaitInAQueueThatCannotBeReadOrWritten(String rule) {
        Demand first = demand("first", Algorithm.SLIDING_WINDOW, 1);
        Demand second = demand("second", Algorithm.SLIDING_WINDOW, 1);

        List<BatchResult> outcomes = run(rule, inTurn(first), inTurn(first), inTurn(second), inTurn(first));

        assertThat(outcomes).extracting(RefusedKeysTests::failed).containsExactly(true, true, false, true);
    }

    /** A clock that has stepped back is written even for those who have to ask again. */
    @Test
    void failThoseWhoWouldHaveToAskAgain() {
        Demand window = demand("window", Algorithm.SLIDING_WINDOW, 1);
        Demand bucket = demand("bucket", Algorithm.TOKEN_BUCKET, 1);
        run("+@all", at(window), at(bucket));
        now -= 1_000;

        List<BatchResult> outcomes = run("-lset", inTurn(window), inTurn(bucket));

        assertThat(outcomes).extracting(RefusedKeysTests::failed).containsExactly(true, false);
        assertThat(outcomes.get(1).grant().turn()).isNotNull();
    }

    @ParameterizedTest
    @EnumSource
    void areAnErrorAndStayWhenOneIsNamed(Algorithm algorithm) {
        Demand demand = demand("one", algorithm, 5);
        run("+@all", at(demand));
        RedissonClient client = clientWith(algorithm == Algorithm.SLIDING_WINDOW ? "-lindex" : "-get");
        for (Script script : List.of(Script.USAGE, Script.RELEASE, Script.BLOCK, Script.RESET)) {
            int more = Arguments.OF_LIMIT + (script == Script.RELEASE || script == Script.BLOCK ? 1 : 0);
            Arguments arguments = new Arguments(-now, now, List.of(demand), more).add(demand.limit());
            byte[] bytes = (more > Arguments.OF_LIMIT ? arguments.add(1) : arguments).toBytes();

            assertThatExceptionOfType(RedisException.class)
                    .as("%s", script)
                    .isThrownBy(
                            () -> run(client, script.text(StateFormat.of(algorithm)), List.of(names.of(demand)), bytes))
                    .withMessageContaining("this command");
        }
        assertThat(redis.server().command("EXISTS", names.of(demand))).isEqualTo(1L);
    }

    private static boolean failed(BatchResult outcome) {
        return outcome.failure() != null;
    }

    private static Demand demand(String key, Algorithm algorithm, long rate) {
        return new Demand("api", key, Limits.of(rate, Duration.ofHours(1), algorithm), 1);
    }

    private static Acquisition at(Demand... demands) {
        return new Acquisition(List.of(demands), Duration.ZERO, Deadline.after(Duration.ofSeconds(10)));
    }

    private static Acquisition inTurn(Demand demand) {
        Deadline deadline = Deadline.after(Duration.ofSeconds(10));
        return new Acquisition(List.of(demand), Duration.ofDays(1), deadline, Turn.first(Duration.ofSeconds(3)));
    }

    private List<BatchResult> run(String rule, Acquisition... requests) {
        AcquireCodec batch = new AcquireCodec(List.of(requests), names, now, -now);
        return batch.read(run(clientWith(rule), batch.script(), batch.keys(), batch.arguments()))
                .outcomes();
    }

    private static byte[] run(RedissonClient client, String script, List<String> keys, byte[] arguments) {
        return client.getScript(ByteArrayCodec.INSTANCE)
                .eval(RScript.Mode.READ_WRITE, script, RScript.ReturnType.VALUE, List.copyOf(keys), arguments);
    }

    /** By a user with all rights but what the rule takes. */
    private RedissonClient clientWith(String rule) {
        redis.server().command("ACL", "SETUSER", USER, "on", ">secret", "~*", "&*", "+@all", rule);
        Config config = new Config().setUsername(USER).setPassword("secret");
        config.useSingleServer().setAddress(redis.server().url()).setConnectionMinimumIdleSize(1);
        RedissonClient client = Redisson.create(config);
        clients.add(client);
        return client;
    }

    @AfterEach
    void close() {
        clients.forEach(RedissonClient::shutdown);
        redis.server().command("ACL", "DELUSER", USER);
    }
}
