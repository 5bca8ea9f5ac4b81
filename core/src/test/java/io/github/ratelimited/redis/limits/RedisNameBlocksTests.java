package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.limits.HashPoll.From;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RedisNameBlocksTests {

    private static final Duration HOUR = Duration.ofHours(1);

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final LimitsHash hash = LimitHashes.of(redis).names();
    private final RedisNameBlocks blocks = instance();
    private final RedisNameBlocks other = instance();
    private From from = new From("", HashPoll.START, 100);

    private RedisNameBlocks instance() {
        return new RedisNameBlocks(hash, Micros.monotonicClock());
    }

    private static void block(RedisNameBlocks where, Duration duration) {
        where.block("api", duration).toCompletableFuture().join();
    }

    private void poll() {
        from = new From(blocks.poll(from).join().lastChange(), HashPoll.START, 0);
    }

    /** A poll whose reply arrives once something else has happened. */
    private void pollMeanwhile(Runnable event) {
        blocks.begin();
        HashPoll reply = hash.poll(from).join();
        event.run();
        from = new From(blocks.learn(from, reply).lastChange(), HashPoll.START, 0);
    }

    @Test
    void liftsABlockAlsoWhileAPollIsOnItsWay() {
        block(blocks, HOUR);
        pollMeanwhile(() -> block(blocks, Duration.ZERO));

        assertThat(blocks.left("api")).isZero();
    }

    @Test
    void blocksAlsoWhileAPollIsOnItsWay() {
        block(blocks, HOUR);
        block(blocks, Duration.ZERO);
        pollMeanwhile(() -> block(blocks, HOUR));

        assertThat(blocks.left("api")).isPositive();
    }

    @Test
    void keepsItsBlockWhereAPollThatIsOnItsWayStartsOver() {
        from = new From("unknown", HashPoll.START, 100);
        pollMeanwhile(() -> block(blocks, HOUR));

        assertThat(blocks.left("api")).isPositive();
    }

    @Test
    void keepsBlocksOfEarlierPagesWhereALaterOneShowsAGap() {
        block(blocks, HOUR);
        blocks.begin();
        blocks.learn(
                new From("known", "7", 100), new HashPoll(now(), "other", false, HashPoll.START, Map.of(), Map.of()));
        assertThat(blocks.left("api")).isPositive();
        blocks.learn(
                new From("other", HashPoll.START, 100),
                new HashPoll(now(), "other", true, HashPoll.START, Map.of(), Map.of()));

        assertThat(blocks.left("api")).isZero();
    }

    private static long now() {
        return Micros.clock(InstantSource.system()).getAsLong();
    }

    @Test
    void readsAgainWhatOthersDidBeforeTheReply() {
        block(blocks, HOUR);
        poll();
        block(other, Duration.ZERO);
        pollMeanwhile(() -> {
            block(blocks, HOUR);
            block(other, Duration.ZERO);
        });
        assertThat(blocks.left("api")).isPositive();
        poll();

        assertThat(blocks.left("api")).isZero();
    }
}
