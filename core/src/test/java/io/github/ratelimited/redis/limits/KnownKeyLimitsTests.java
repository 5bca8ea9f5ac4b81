package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.limits.KeyLimitsHash.Change;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownKeyLimitsTests {

    private static final RedisServer server = RedisServer.start();
    private static final RealRedis client = RealRedis.open(server.redis());
    private static final Redis redis = server.redis();
    private static final RedisKeys keys = new RedisKeys("known");

    private final KeyLimitsHash hash =
            new KeyLimitsHash(RedissonConnection.of(client.client()), keys.keyLimits(), Duration.ofSeconds(10), null);
    private final LookingInstance one = new LookingInstance(hash);

    @AfterAll
    static void close() {
        client.close();
        server.close();
    }

    @BeforeEach
    void clear() {
        redis.command("FLUSHALL");
    }

    private static RateLimit limit(int rate) {
        return RateLimit.of(rate, Duration.ofMinutes(1));
    }

    private static Change change(String key, int rate) {
        return new Change(new LimiterKey("search", key), true, rate == 0 ? "" : SharedLimit.text(limit(rate)), 0);
    }

    @Test
    void aKeyThatChangesTwiceAcrossTheEndOfAPageHidesNoOtherChange() {
        hash.change(List.of(change("first", 1))).join();
        one.readAll();
        List<Change> changes = new ArrayList<>(
                IntStream.range(0, 999).mapToObj(i -> change("key" + i, 1)).toList());
        changes.addAll(List.of(change("twice", 1), change("other", 2), change("twice", 3)));
        hash.change(changes).join();

        one.readAll();
        assertThat(one.limit("other")).isEqualTo(limit(2));
        assertThat(one.limit("twice")).isEqualTo(limit(3));
    }

    @Test
    void anAnswerThatComesLateDoesNotUndoALaterChangeFromElsewhere() {
        one.readAll();
        one.send(change("acme", 1));
        one.execute();
        hash.change(List.of(change("acme", 2))).join();
        one.readAll();
        one.learn();

        one.readAll();
        assertThat(one.limit("acme")).isEqualTo(limit(2));
    }

    /** The poll began between the two, and has only the first. */
    @Test
    void showsTheNewerOfTwoOwnChangesAlsoWhereAPollBetweenThemIsOnItsWay() {
        one.readAll();
        one.send(change("acme", 1));
        one.learn();
        one.ask();
        one.send(change("acme", 2));
        one.read();
        one.execute();
        one.look();
        one.learn();

        assertThat(one.limit("acme")).isEqualTo(limit(2));
    }

    @Test
    void seesAtTheNextPollThatALimitWhichItSetIsLost() {
        one.readAll();
        one.send(change("acme", 1));
        one.learn();
        redis.command("FLUSHALL");
        one.look();

        assertThat(one.limit("acme")).isNull();
    }

    @Test
    void seesWhatWasChangedAlthoughTheAnswerWasLost() {
        one.readAll();
        one.send(change("acme", 1));
        one.execute();
        one.look();
        assertThat(one.limit("acme")).isNull();
        one.known.answered(new LimiterKey("search", "acme"), null);
        one.look();

        assertThat(one.limit("acme")).isEqualTo(limit(1));
    }

    @Test
    void readsAgainHoweverManyItHasSetAtOnce() {
        one.readAll();
        for (int i = 0; i < 2_500; i++) {
            Change change = change("key" + i, 1);
            one.known.sends(change.limiterKey());
            one.known.answered(change.limiterKey(), change.text() + "\n0");
        }
        one.readAll();
        one.look();

        assertThat(one.table.size()).isZero();
    }

    @Test
    void anIdleLookReadsFewBytesHoweverManyThereAre() {
        Stream<String> pairs = IntStream.range(0, 10_000)
                .boxed()
                .flatMap(i -> Stream.of("search\n" + i, SharedLimit.text(limit(1)) + "\n0"));
        redis.command(
                Stream.concat(Stream.of("HSET", keys.keyLimits().get(0)), pairs).toArray(String[]::new));
        hash.change(List.of(change("acme", 1))).join();
        one.readAll();
        assertThat(one.table.size()).isEqualTo(10_001);

        long telling = -ServerInfo.bytesSent(redis) + ServerInfo.bytesSent(redis);
        long before = ServerInfo.bytesSent(redis);
        for (int i = 0; i < 100; i++) {
            assertThat(one.look()).isFalse();
        }
        assertThat(ServerInfo.bytesSent(redis) - before - telling).isLessThan(100 * 100);
    }

    /** Two instances change few keys and look, and what is on its way arrives in any order. */
    @ParameterizedTest
    @ValueSource(longs = {45, 75, 100, 108, 114, 141, 167, 173})
    void instancesAgreeInTheEndWhateverOvertakesWhat(long seed) {
        Random random = new Random(seed);
        List<LookingInstance> instances = List.of(one, new LookingInstance(hash));
        for (int step = 0; step < 400; step++) {
            LookingInstance instance = instances.get(random.nextInt(2));
            switch (random.nextInt(6)) {
                case 0 -> {
                    if (instance.sent == null) {
                        instance.send(change("key" + random.nextInt(3), random.nextInt(4)));
                    }
                }
                case 1 -> instance.execute();
                case 2 -> instance.learn();
                case 3 -> instance.ask();
                case 4 -> instance.read();
                default -> instance.look();
            }
            if (random.nextInt(100) == 0) {
                redis.command("FLUSHALL");
            }
        }
        instances.forEach(instance -> {
            instance.learn();
            instance.look();
        });
        instances.forEach(LookingInstance::readAll);
        Map<String, String> stored = new TreeMap<>();
        one.known.begin();
        hash.poll(new PollReply.From("", PollReply.START, 1_000, List.of()))
                .join()
                .page()
                .forEach((field, text) -> {
                    SharedKeyLimit limit = SharedKeyLimit.parse(text);
                    stored.put(field, limit == null ? "" : limit.limit() + "");
                });
        assertThat(instances)
                .allSatisfy(instance -> assertThat(instance.limits()).isEqualTo(stored));
    }
}
