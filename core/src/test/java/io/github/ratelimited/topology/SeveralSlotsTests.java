package io.github.ratelimited.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisCluster;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.RealCluster;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One call with several limits, whose keys lie in one slot or in slots of different masters. */
class SeveralSlotsTests {

    private static final Pattern SCRIPTS = Pattern.compile("cmdstat_evalsha:calls=(\\d+)");

    private final RedisCluster servers = RedisCluster.shared();
    private final RealCluster cluster = RealCluster.open();
    private final RateLimiters limiters = cluster.limiters(UUID.randomUUID().toString())
            .timeout(Duration.ofSeconds(20))
            .build();
    private final RateLimiter wide = limiters.declare("wide", RateLimit.of(10, Duration.ofHours(1)));
    private final RateLimiter narrow = limiters.declare("narrow", RateLimit.of(1, Duration.ofHours(1)));
    private final String apart = IntStream.iterate(0, number -> number + 1)
            .mapToObj(String::valueOf)
            .filter(key -> servers.masterOf("{" + key + "}") != servers.masterOf("{here}"))
            .findFirst()
            .orElseThrow();

    @AfterEach
    void close() {
        limiters.close();
        cluster.close();
    }

    private Decision decide(RateLimiter first, RateLimiter second) {
        Map<RateLimiter, Long> both = new LinkedHashMap<>();
        both.put(first, 1L);
        both.put(second, 1L);
        return limiters.decide(both, Duration.ZERO);
    }

    /** Scripts that a master has run and not sent back to the client, which then sends their text. */
    private long scripts(String key) {
        RedisServer master = servers.masterOf("{" + key + "}");
        Matcher calls = SCRIPTS.matcher(String.valueOf(master.redis().command("INFO", "commandstats")));
        return calls.find() ? Long.parseLong(calls.group(1)) : 0;
    }

    private void learnScripts() {
        for (String key : new String[] {"here", apart}) {
            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> decide(wide.forKey(key), narrow.forKey(key)).allowed());
            assertThat(narrow.forKey(key).tryAcquire()).isFalse();
            wide.forKey(key).reset();
            narrow.forKey(key).reset();
        }
    }

    @Test
    void takesThoseOfOneSlotInOneScript() {
        learnScripts();
        long before = scripts("here");
        assertThat(decide(wide.forKey("here"), narrow.forKey("here")).allowed()).isTrue();
        assertThat(scripts("here") - before).isEqualTo(1);

        assertThat(decide(wide.forKey("here"), narrow.forKey("here")).allowed()).isFalse();
        assertThat(scripts("here") - before).isEqualTo(2);
        assertThat(wide.forKey("here").availablePermits()).isEqualTo(9);
    }

    @Test
    void takesThoseOfSeveralSlotsInTurn() {
        learnScripts();
        assertThat(decide(wide.forKey("here"), narrow.forKey(apart)).allowed()).isTrue();
        assertThat(wide.forKey("here").availablePermits()).isEqualTo(9);
        assertThat(narrow.forKey(apart).availablePermits()).isZero();
    }

    @Test
    void givesBackWhatALaterOneRejects() {
        learnScripts();
        assertThat(narrow.forKey(apart).tryAcquire()).isTrue();

        Decision decision = decide(wide.forKey("here"), narrow.forKey(apart));

        assertThat(decision.allowed()).isFalse();
        assertThat(decision.limiter()).isEqualTo("narrow");
        assertThat(wide.forKey("here").availablePermits()).isEqualTo(10);
    }

    @Test
    void asksNoLaterOneWhenTheFirstRejects() {
        learnScripts();
        assertThat(narrow.forKey("here").tryAcquire()).isTrue();
        long before = scripts(apart);

        Decision decision = decide(narrow.forKey("here"), wide.forKey(apart));

        assertThat(decision.allowed()).isFalse();
        assertThat(decision.limiter()).isEqualTo("narrow");
        assertThat(scripts(apart)).isEqualTo(before);
    }

    @Test
    void aBucketLosesNextToNothingToCallsThatALaterOneRejects() {
        AtomicLong micros = new AtomicLong(TestClock.START);
        // Some time passes between any two scripts, so also between taking permits and giving them back.
        InstantSource clock = () -> Instant.EPOCH.plus(micros.addAndGet(150), ChronoUnit.MICROS);
        TestedStore store = cluster.store(UUID.randomUUID().toString(), clock);
        RateLimit bucket = RateLimit.of(1000, Duration.ofSeconds(1))
                .withAlgorithm(Algorithm.TOKEN_BUCKET)
                .withBurst(20);
        StoreDriver first = new StoreDriver(store, "bucket", "here");
        StoreDriver later = new StoreDriver(store, "narrow", apart);
        assertThat(later.take(narrow.limit(), 1)).isTrue();
        List<Demand> both = List.of(first.demand(bucket, 1), later.demand(narrow.limit(), 1));

        long start = micros.get();
        long granted = 0;
        while (micros.get() < start + 300_000) {
            assertThat(first.acquire(both, 0).allowed()).isFalse();
            while (first.take(bucket, 1)) {
                granted++;
            }
        }

        assertThat(granted).isBetween(320 * 98L / 100, 321L);
    }
}
