package io.github.ratelimited.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.api.RScript;
import org.redisson.client.codec.StringCodec;

/** States of the right length whose numbers cannot be. */
class ImpossibleStatesTests {

    /** A clock has stepped back by nothing or more, and by less than a year. */
    private static final List<String> OFFSETS = List.of("-1", "1e15");

    /** The offset is the last number but the expiry of a string, and the last but a byte of a list. */
    private static final String WITH_OFFSET = """
            local key, offset = KEYS[1], struct.pack('<d', ARGV[1])
            if redis.call('TYPE', key).ok == 'list' then
              local text = redis.call('LINDEX', key, '-1')
              redis.call('LSET', key, '-1', string.sub(text, 1, -10) .. offset .. string.sub(text, -1))
            else
              redis.call('SETRANGE', key, redis.call('STRLEN', key) - 16, offset)
            end
            """;

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final TestClock clock = new TestClock();
    private final RedisKeys names = new RedisKeys("impossible-" + UUID.randomUUID());

    @ParameterizedTest
    @EnumSource
    void areReplacedAndCountedWhenOneRequestIsAsked(Algorithm algorithm) {
        for (String offset : OFFSETS) {
            areReplacedAndCounted(ask(broken(algorithm, offset)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void areReplacedAndCountedInABatch(Algorithm algorithm) {
        for (String offset : OFFSETS) {
            areReplacedAndCounted(ask(broken(algorithm, offset), demand("sound" + offset, algorithm)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void haveNothingToTakeOff(Algorithm algorithm) {
        for (String offset : OFFSETS) {
            Demand broken = broken(algorithm, offset);

            assertThat(release(broken)).isZero();
            assertThat(ask(broken).outcomes().get(0).grant().allowed()).isTrue();
        }
    }

    private double release(Demand demand) {
        Arguments arguments = new Arguments(-clock.micros(), clock.micros(), List.of(demand), Arguments.OF_LIMIT + 1);
        return Reply.numbers(StoreDriver.get(new ScriptRunner(RedissonConnection.of(redis.client()))
                        .run(
                                Script.RELEASE.text(
                                        StateFormat.of(demand.limit().algorithm())),
                                List.of(names.of(demand)),
                                arguments.add(demand.limit()).add(1).toBytes())))
                .getDouble();
    }

    @Test
    void areReplacedAndCountedWhereNoWindowEnds() {
        for (String start : List.of("nan", "1e300")) {
            Demand demand = demand("endless" + start, Algorithm.SLIDING_WINDOW_COUNTER);
            ask(demand);
            run("redis.call('SETRANGE', KEYS[1], 8, struct.pack('<d', ARGV[1]))", demand, start);

            areReplacedAndCounted(ask(demand));
        }
    }

    private static void areReplacedAndCounted(Reply reply) {
        assertThat(reply.corrupt()).isEqualTo(1);
        assertThat(reply.outcomes()).extracting(BatchResult::grant).allMatch(grant -> grant != null && grant.allowed());
    }

    /** A key that was full when the clock stepped back, with another offset. */
    private Demand broken(Algorithm algorithm, String offset) {
        Demand demand = demand("broken" + offset, algorithm);
        assertThat(ask(demand).corrupt()).isZero();
        clock.advance(-1_000_000);
        assertThat(ask(demand).outcomes().get(0).grant().allowed()).isFalse();
        run(WITH_OFFSET, demand, offset);
        return demand;
    }

    private void run(String script, Demand demand, String argument) {
        redis.client()
                .getScript(StringCodec.INSTANCE)
                .eval(RScript.Mode.READ_WRITE, script, RScript.ReturnType.VALUE, List.of(names.of(demand)), argument);
    }

    private static Demand demand(String key, Algorithm algorithm) {
        return new Demand("limiter", key, Limits.of(1, Duration.ofHours(1), algorithm), 1);
    }

    private Reply ask(Demand... demands) {
        List<Acquisition> requests = Stream.of(demands)
                .map(demand -> new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(Duration.ofMinutes(1))))
                .toList();
        AcquireCodec batch = new AcquireCodec(requests, names, clock.micros(), -clock.micros());
        ScriptRunner scripts = new ScriptRunner(RedissonConnection.of(redis.client()));
        return batch.read(StoreDriver.get(scripts.run(batch.script(), batch.keys(), batch.arguments())));
    }
}
