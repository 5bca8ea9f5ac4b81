package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.limits.SharedLimit.Origin;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A process and a hash of limits that others change. */
class KnownLimitsTests {

    private static final RedisServer server = RedisServer.start();
    private static final RealRedis client = RealRedis.open(server.redis());
    private static final Redis redis = server.redis();
    private static final int MANY = 5000;

    private final LimitsHash hash =
            new LimitsHash(RedissonConnection.of(client.client()), "limits", Duration.ofSeconds(10));
    private final AtomicLong changes = new AtomicLong();
    private final KnownLimits known = new KnownLimits(changes);

    @AfterAll
    static void close() {
        client.close();
        server.close();
    }

    @BeforeEach
    void clear() {
        redis.command("FLUSHALL");
    }

    private static SharedLimit limit(int rate) {
        return new SharedLimit(RateLimit.of(rate, Duration.ofSeconds(1)), Origin.OPERATOR);
    }

    /** As releases that note no changes do, and persons. */
    private static void byHand(String name, SharedLimit limit) {
        redis.command("HSET", "limits", name, limit.text());
    }

    private static void fill() {
        for (int from = 0; from < MANY; from += 1000) {
            Stream<String> pairs =
                    IntStream.range(from, from + 1000).boxed().flatMap(i -> Stream.of("name" + i, limit(1).text()));
            redis.command(Stream.concat(Stream.of("HSET", "limits"), pairs).toArray(String[]::new));
        }
    }

    @Test
    void aChangeThatEndsInAnErrorHidesNoOtherChange() {
        assertThatThrownBy(() -> known.change("api", () -> {
                    throw new OutOfMemoryError("for a test");
                }))
                .isInstanceOf(OutOfMemoryError.class);
        hash.put("api", limit(2)).join();
        readAll();
        assertThat(known.get("api")).isEqualTo(limit(2));
    }

    private boolean look() {
        return known.learn(hash.poll(known.begin()).join());
    }

    private void readAll() {
        while (look()) {
            assertThat(known.names()).hasSizeLessThanOrEqualTo(MANY + 10);
        }
    }

    @Test
    void oneOfManyThatIsChangedIsSeenAtTheNextLookWhichReadsFewBytes() {
        fill();
        readAll();
        assertThat(known.names()).hasSize(MANY);
        hash.put("name4711", limit(2)).join();
        readAll();
        long before = ServerInfo.bytesSent(redis);
        for (int rate = 3; rate < 13; rate++) {
            hash.put("name4711", limit(rate)).join();
            look();
            assertThat(known.get("name4711")).isEqualTo(limit(rate));
        }
        hash.remove("name4711").join();
        look();
        assertThat(known.get("name4711")).isNull();
        assertThat(ServerInfo.bytesSent(redis) - before).isLessThan(11 * 30_000);
    }

    @Test
    void countsAChangeOnlyWhereALimitIsAnother() {
        hash.put("api", limit(1)).join();
        readAll();
        long read = changes.get();
        look();
        assertThat(changes).hasValue(read);
        hash.put("api", limit(2)).join();
        look();
        assertThat(changes).hasValue(read + 1);
        hash.remove("api").join();
        look();
        assertThat(changes).hasValue(read + 2);
    }

    @Test
    void whatIsSetByHandIsSeenAtTheNextLookAtAFewNames() {
        readAll();
        hash.put("noted", limit(1)).join();
        byHand("api", limit(2));
        readAll();
        assertThat(known.get("api")).isEqualTo(limit(2));
        byHand("api", limit(3));
        look();
        assertThat(known.get("api")).isEqualTo(limit(3));
        redis.command("HDEL", "limits", "api");
        look();
        assertThat(known.names()).containsExactly("noted");
    }

    @Test
    void whatIsSetByHandIsSeenWithinARoundOverManyNames() {
        fill();
        readAll();
        byHand("name4711", limit(2));
        redis.command("HDEL", "limits", "name4712");
        for (int i = 0; i < 2 * MANY / 100 + 10; i++) {
            look();
        }
        assertThat(known.get("name4711")).isEqualTo(limit(2));
        assertThat(known.get("name4712")).isNull();
        assertThat(known.names()).hasSize(MANY - 1);
    }

    @Test
    void nothingIsKnownAfterFlushall() {
        fill();
        hash.put("name1", limit(2)).join();
        readAll();
        redis.command("FLUSHALL");
        readAll();
        assertThat(known.names()).isEmpty();
        hash.put("name2", limit(3)).join();
        readAll();
        assertThat(known.names()).containsExactly("name2");
    }

    @Test
    void aFailoverThatLostTheLastChangeIsNoticed() {
        fill();
        hash.put("name1", limit(2)).join();
        String notes = String.valueOf(redis.command("HGET", "limits", "%changes"));
        hash.put("name1", limit(3)).join();
        readAll();
        assertThat(known.get("name1")).isEqualTo(limit(3));
        byHand("name1", limit(2));
        redis.command("HSET", "limits", "%changes", notes);
        hash.put("name2", limit(4)).join();
        readAll();
        assertThat(known.get("name1")).isEqualTo(limit(2));
        assertThat(known.get("name2")).isEqualTo(limit(4));
    }

    @Test
    void moreChangesThanAreNotedAreAllSeen() {
        fill();
        hash.put("name1", limit(2)).join();
        readAll();
        List<String> names =
                IntStream.range(1000, 3000).mapToObj(i -> "name" + i).toList();
        names.forEach(name -> hash.put(name, limit(5)).join());
        assertThat(String.valueOf(redis.command("HGET", "limits", "%changes"))).hasSizeLessThanOrEqualTo(32_768);
        readAll();
        assertThat(names).allSatisfy(name -> assertThat(known.get(name)).isEqualTo(limit(5)));
    }

    @Test
    void theNotesAreNoLimitForThoseWhoReadAllFields() {
        hash.put("api", limit(2)).join();
        Object notes = Objects.requireNonNull(redis.command("HGET", "limits", "%changes"));
        assertThat(SharedLimit.parse(String.valueOf(notes))).isNull();
        readAll();
        assertThat(known.names()).containsExactly("api");
    }

    @Test
    void aLimitThatIsSetAgainAsItIsIsNoChange() {
        hash.put("api", limit(2)).join();
        Object notes = redis.command("HGET", "limits", "%changes");
        assertThat(hash.put("api", limit(2)).join()).isTrue();
        assertThat(redis.command("HGET", "limits", "%changes")).isEqualTo(notes);
    }

    @Test
    void aChangeOfAnotherThatIsReadWhileOneOfThisProcessIsOnItsWayIsSeenAtTheNextLook() {
        hash.put("api", limit(1)).join();
        readAll();
        hash.put("api", limit(2)).join();
        PollReply reading = hash.poll(known.begin()).join();
        known.learn("api", limit(3).text());
        known.learn(reading);
        assertThat(known.get("api")).isEqualTo(limit(3));
        look();
        assertThat(known.get("api")).isEqualTo(limit(2));
    }

    @Test
    void whatThisProcessSetsWhileAllIsReadStays() {
        hash.put("other", limit(1)).join();
        PollReply reading = hash.poll(known.begin()).join();
        known.learn("api", limit(2).text());
        known.learn(reading);
        assertThat(known.names()).containsExactlyInAnyOrder("other", "api");
    }
}
