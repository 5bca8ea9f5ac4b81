package io.github.ratelimited.redis.rratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.redis.RealRedis;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RScoredSortedSet;
import org.redisson.api.RateType;
import org.redisson.api.options.KeysScanOptions;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * What docs/rratelimiter.md says is wrong with Redisson's own limiter. Where one of these fails with a new Redisson, the
 * page has a fault too many.
 */
class RRateLimiterFaultsTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final Duration HOUR = Duration.ofHours(1);

    private final String name = "faults-" + UUID.randomUUID();
    private final RRateLimiter limiter = redis.client().getRateLimiter(name);

    @BeforeEach
    void tenAnHour() {
        limiter.trySetRate(RateType.OVERALL, 10, HOUR);
    }

    private long grantedOfTwenty() {
        return IntStream.range(0, 20).filter(call -> limiter.tryAcquire()).count();
    }

    /** Makes all grants so much older, as a caller sees them whose clock is so much ahead. */
    private void age(Duration duration) {
        RScoredSortedSet<byte[]> grants =
                redis.client().getScoredSortedSet("{" + name + "}:permits", ByteArrayCodec.INSTANCE);
        grants.entryRange(0, -1).forEach(grant -> grants.addScore(grant.getValue(), -duration.toMillis()));
    }

    @Test
    void aClockThatIsAheadForgetsWhatAllHaveUsed() {
        assertThat(grantedOfTwenty()).isEqualTo(10);

        age(HOUR.multipliedBy(2));

        assertThat(grantedOfTwenty()).isEqualTo(10);
    }

    @Test
    void releaseCountsTwice() {
        limiter.tryAcquire(5);
        limiter.release(5);
        age(HOUR.dividedBy(2));
        assertThat(limiter.tryAcquire(5)).isTrue();

        // The first five expire, so ten more make 15 within an hour.
        age(HOUR.dividedBy(2));

        assertThat(grantedOfTwenty()).isEqualTo(10);
    }

    @Test
    void keysNeverExpire() {
        limiter.tryAcquire();

        assertThat(redis.client().getKeys().getKeys(KeysScanOptions.defaults().pattern("*" + name + "*")))
                .hasSizeGreaterThan(1)
                .allSatisfy(key -> assertThat(redis.client().getBucket(key).remainTimeToLive())
                        .isEqualTo(-1));
    }

    @Test
    void readingWritesWithoutAnExpiry() {
        assertThat(limiter.availablePermits()).isEqualTo(10);

        assertThat(redis.client().getBucket("{" + name + "}:value").remainTimeToLive())
                .isEqualTo(-1);
    }
}
