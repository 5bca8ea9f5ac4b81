package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.limits.KeyLimitTable;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.github.ratelimited.redis.script.RedisKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Limits of single keys that all instances share. With {@code -Dtests.full} five times as many. */
class RedisKeyLimitsTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final RateLimit OWN = RateLimit.of(1_000, Duration.ofMinutes(1));
    private static final RateLimit GIFT = RateLimit.of(2_000, Duration.ofMinutes(1));

    private final String prefix = UUID.randomUUID().toString();
    private final List<RateLimiters> opened = new ArrayList<>();
    private final RateLimiter one = open();

    @AfterEach
    void closeAll() {
        opened.forEach(RateLimiters::close);
    }

    private RateLimiter open() {
        RateLimiters limiters = RedisRateLimiters.builder(redis.client())
                .prefix(prefix)
                .timeout(Duration.ofSeconds(20))
                .limit("search", OWN)
                .build();
        opened.add(limiters);
        return limiters.get("search");
    }

    private static void soon(RateLimiter limiter, RateLimit limit) {
        Awaitility.await().until(() -> limiter.limit().equals(limit));
    }

    @Test
    void areKnownToAllInstances() {
        RateLimiter other = open();
        assertThat(other.forKey("acme").limit()).isEqualTo(OWN);

        one.forKey("acme").setRate(GIFT);
        assertThat(one.forKey("acme").limit()).isEqualTo(GIFT);
        soon(other.forKey("acme"), GIFT);
        assertThat(other.forKey("acme").isRateSet()).isTrue();
        assertThat(other.forKey("acme").decide(1, Duration.ZERO).origin()).isEqualTo(Origin.KEY);
        assertThat(other.forKey("other").limit()).isEqualTo(OWN);

        other.forKey("acme").clearRate();
        soon(one.forKey("acme"), OWN);
        assertThat(redis.keys(prefix)).noneMatch(key -> key.contains("}:keys"));
    }

    @Test
    void areKnownToAnInstanceThatStartsLater() {
        one.forKey("acme").setRate(GIFT);
        assertThat(open().forKey("acme").decide(1, Duration.ZERO).limit()).isEqualTo(GIFT);
    }

    /** Other releases read the hash of limits, and the keys of each limiter, which begin with its name. */
    @Test
    void areNowhereWhereOtherReleasesRead() {
        Awaitility.await().until(() -> redis.keys(prefix).contains(prefix + ":limits"));
        Object before = redis.server().command("HGETALL", prefix + ":limits");
        one.forKey("acme").setRate(GIFT, Duration.ofHours(1));
        one.forKey("limits").setRate(GIFT);

        assertThat(redis.server().command("HGETALL", prefix + ":limits")).isEqualTo(before);
        assertThat(redis.keys(prefix))
                .allSatisfy(key -> assertThat(key)
                        .matches(Pattern.quote(prefix) + ":(limits|\\{" + Pattern.quote(prefix)
                                + ":limits}:keys(:changes|:ends)?)"));
    }

    @Test
    void leaveNothingWhenTheLastHasEnded() {
        one.forKey("acme").setRate(GIFT, Duration.ofMillis(1));
        Awaitility.await().until(() -> redis.keys(prefix).stream().noneMatch(key -> key.contains("}:keys")));
        soon(one.forKey("acme"), OWN);
    }

    @Test
    void areSetOnlyOnceByTrying() {
        assertThat(one.forKey("acme").trySetRate(GIFT)).isTrue();
        assertThat(open().forKey("acme").trySetRate(OWN)).isFalse();
        assertThat(one.forKey("acme").limit()).isEqualTo(GIFT);
    }

    @Test
    void areReadAnewWhenTheyAreLost() {
        RateLimiter other = open();
        one.forKey("acme").setRate(GIFT);
        soon(other.forKey("acme"), GIFT);
        new RedisKeys(prefix).keyLimits().forEach(key -> redis.server().command("DEL", key));

        soon(other.forKey("acme"), OWN);
        one.forKey("globex").setRate(GIFT);
        soon(other.forKey("globex"), GIFT);
        assertThat(one.forKey("acme").limit()).isEqualTo(OWN);
    }

    @Test
    void holdWhatIsNotALimitForNone() {
        redis.server().command("HSET", new RedisKeys(prefix).keyLimits().get(0), "search\nacme", "rate=many\n0");
        RateLimiter other = open();
        assertThat(other.forKey("acme").limit()).isEqualTo(OWN);
        other.forKey("globex").setRate(GIFT);
        assertThat(other.forKey("globex").limit()).isEqualTo(GIFT);
    }

    @Test
    void changeOnTwoInstancesUnderSixteenThreads() throws Exception {
        RateLimiter other = open();
        RateLimit low = RateLimit.of(50, Duration.ofMinutes(1));
        List<RateLimiter> places = List.of(one.forKey("acme"), other.forKey("acme"));
        soon(places.get(1), OWN);
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Future<List<Decision>>> all = new ArrayList<>();
            for (int thread = 0; thread < 16; thread++) {
                RateLimiter place = places.get(thread % 2);
                all.add(threads.submit(() -> {
                    List<Decision> decisions = new ArrayList<>();
                    for (int i = 0; i < 100; i++) {
                        decisions.add(place.decide(1, Duration.ZERO));
                    }
                    return decisions;
                }));
            }
            places.get(0).setRate(low);
            for (Future<List<Decision>> each : all) {
                each.get(30, TimeUnit.SECONDS);
            }
            soon(places.get(1), low);
            long granted = 0;
            for (Future<List<Decision>> each : all) {
                granted += each.get().stream().filter(Decision::allowed).count();
                assertThat(each.get())
                        .allMatch(decision -> decision.basis() == Basis.STORE
                                && (decision.origin() == Origin.KEY)
                                        == decision.limit().equals(low));
            }
            // What was granted before counts under the new limit.
            assertThat(granted).isLessThanOrEqualTo(1_000);
            assertThat(places).allMatch(place -> !place.tryAcquire() || place.availablePermits() < 50);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void areRegisteredByTheThousandsWithoutHarmToDecisions() throws Exception {
        RateLimiter other = open();
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Long> elsewhere = CompletableFuture.supplyAsync(() -> {
            long withoutStore = 0;
            while (!done.get()) {
                withoutStore += other.forKey("busy").decide(1, Duration.ZERO).basis() == Basis.STORE ? 0 : 1;
            }
            return withoutStore;
        });
        int keys = Integer.getInteger("key.limits", TestSize.of(2_000, 10_000));
        CompletableFuture.allOf(IntStream.range(0, keys)
                        .mapToObj(i ->
                                one.forKey("customer" + i).setRateAsync(GIFT).toCompletableFuture())
                        .toArray(CompletableFuture[]::new))
                .get(60, TimeUnit.SECONDS);
        soon(other.forKey("customer" + (keys - 1)), GIFT);
        done.set(true);

        assertThat(elsewhere.get(10, TimeUnit.SECONDS)).isZero();
        RateLimiter late = open();
        assertThat(late.forKey("customer7").limit()).isEqualTo(GIFT);
        soon(late.forKey("customer" + (keys - 1)), GIFT);
        assertThat(IntStream.range(0, keys)
                        .mapToObj(i -> late.forKey("customer" + i).limit()))
                .containsOnly(GIFT);
    }

    @Test
    void areTwoHundredThousandAtMost() {
        String hash = new RedisKeys(prefix).keyLimits().get(0);
        String text = SharedLimit.text(GIFT) + "\n0";
        for (int i = 0; i < KeyLimitTable.MOST; i += 1_000) {
            List<String> command = new ArrayList<>(List.of("HSET", hash));
            for (int key = i; key < i + 1_000; key++) {
                command.addAll(List.of("search\n" + key, text));
            }
            redis.server().command(command.toArray(String[]::new));
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> one.forKey("acme").setRate(GIFT))
                .withMessageContaining("200000");
        one.forKey("7").setRate(OWN);
        one.forKey("7").clearRate();
        one.forKey("acme").setRate(GIFT);
    }
}
