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
import java.util.Collections;
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

    private static final Duration HOUR = Duration.ofHours(1);

    /** A clock has stepped back by nothing or more, and by less than a year. */
    private static final List<String> OFFSETS = List.of("-1", "1e15", "nan");

    private static final List<String> NUMBERS = List.of("nan", "inf", "-inf", "1e300", "-1e300", "-1");

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

    /** Replaces a number of a string, or of the last element of a list, and tells whether there are so many. */
    private static final String WITH_NUMBER = """
            local key, at, number = KEYS[1], 8 * ARGV[1], struct.pack('<d', ARGV[2])
            local list = redis.call('TYPE', key).ok == 'list'
            local text = list and redis.call('LINDEX', key, '-1') or redis.call('GET', key)
            text = string.sub(text, 1, at) .. number .. string.sub(text, at + 9)
            redis.call(list and 'LSET' or 'SETRANGE', key, list and '-1' or '0', text)
            return #text >= at + 16 and 'more' or ''
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
        return run(Script.RELEASE, demand, 1);
    }

    private double run(Script script, Demand demand, long number) {
        Arguments arguments = new Arguments(-clock.micros(), clock.micros(), List.of(demand), Arguments.OF_LIMIT + 1);
        return Reply.numbers(StoreDriver.get(new ScriptRunner(RedissonConnection.of(redis.client()))
                        .run(
                                script.text(StateFormat.of(demand.limit().algorithm())),
                                List.of(names.of(demand)),
                                arguments.add(demand.limit()).add(number).toBytes())))
                .getDouble();
    }

    /** A string that was written in years to come, by the first of its numbers. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SLIDING_WINDOW")
    void blockNobody(Algorithm algorithm) {
        long year = Duration.ofDays(366).toNanos() / 1_000;
        Demand demand = demand("blocked", algorithm);
        ask(demand);
        run(Script.BLOCK, demand, 3 * year);
        run(WITH_NUMBER, demand, "0", clock.micros() + 2 * year + "");

        areReplacedAndCounted(ask(demand));
    }

    @Test
    void areReplacedAndCountedWhereNoWindowEnds() {
        for (String start : List.of("nan", "1e300")) {
            Demand demand = demand("endless" + start, Algorithm.SLIDING_WINDOW_COUNTER);
            ask(demand);
            run(WITH_NUMBER, demand, "1", start);

            areReplacedAndCounted(ask(demand));
        }
    }

    /** Whatever a number is, as many may pass again as if the key were new, and each call is answered. */
    @ParameterizedTest
    @EnumSource
    void letNobodyThroughForEver(Algorithm algorithm) {
        for (String number : NUMBERS) {
            Object more = "more";
            for (int at = 0; more.equals("more"); at++) {
                Demand demand = new Demand("limiter", at + "=" + number, Limits.of(3, HOUR, algorithm), 1);
                ask(demand);
                more = run(WITH_NUMBER, demand, at + "", number);

                int granted = granted(ask(demand)) + granted(ask(Collections.nCopies(5, List.of(demand))));
                Demand other = demand(demand.key() + "other", algorithm);
                granted += granted(ask(Collections.nCopies(5, List.of(demand, other))));

                assertThat(granted).as(demand.key()).isLessThanOrEqualTo(6);
            }
        }
    }

    private static int granted(Reply reply) {
        return (int) reply.outcomes().stream()
                .filter(outcome -> outcome.grant().allowed())
                .count();
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
        clock.advance(2_000_000);
        return demand;
    }

    private Object run(String script, Demand demand, Object... arguments) {
        return redis.client()
                .getScript(StringCodec.INSTANCE)
                .eval(RScript.Mode.READ_WRITE, script, RScript.ReturnType.VALUE, List.of(names.of(demand)), arguments);
    }

    private static Demand demand(String key, Algorithm algorithm) {
        return new Demand("limiter", key, Limits.of(1, HOUR, algorithm), 1);
    }

    private Reply ask(Demand... demands) {
        return ask(Stream.of(demands).map(List::of).toList());
    }

    private Reply ask(List<List<Demand>> together) {
        List<Acquisition> requests = together.stream()
                .map(demands -> new Acquisition(demands, Duration.ZERO, Deadline.after(Duration.ofMinutes(1))))
                .toList();
        AcquireCodec batch = new AcquireCodec(requests, names, clock.micros(), -clock.micros());
        ScriptRunner scripts = new ScriptRunner(RedissonConnection.of(redis.client()));
        return batch.read(StoreDriver.get(scripts.run(batch.script(), batch.keys(), batch.arguments())));
    }
}
