package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.limits.PollReply.From;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RedisNameBlocksTests {

    private static final Duration HOUR = Duration.ofHours(1);

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final LimitsHash hash = LimitHashes.of(redis).names();
    private final KnownLimits known = new KnownLimits(new AtomicLong());
    private final RedisNameBlocks blocks = instance(known);
    private final RedisNameBlocks other = instance(new KnownLimits(new AtomicLong()));

    private RedisNameBlocks instance(KnownLimits knownThere) {
        return new RedisNameBlocks(hash, knownThere, new SharedClock(Micros.monotonicClock(), true));
    }

    private static void block(RedisNameBlocks where, Duration duration) {
        where.block("api", duration).toCompletableFuture().join();
    }

    private void poll() {
        pollMeanwhile(() -> {});
    }

    /** A poll whose reply arrives once something else has happened. */
    private void pollMeanwhile(Runnable event) {
        PollReply reply = hash.poll(known.begin()).join();
        event.run();
        blocks.read(reply.time());
        known.learn(reply);
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
    void keepsBlocksOfEarlierPagesWhereALaterOneShowsAGap() {
        block(blocks, HOUR);
        poll();
        poll();
        known.begin();
        known.learn(reply(true, "7"));
        known.begin();
        known.learn(reply(false, PollReply.START));
        assertThat(blocks.left("api")).isPositive();
        known.begin();
        known.learn(reply(true, PollReply.START));

        assertThat(blocks.left("api")).isZero();
    }

    private static PollReply reply(boolean gapless, String cursor) {
        return new PollReply(0, "other", false, gapless, cursor, Map.of(), Map.of());
    }

    @Test
    void forgetsABlockThatHasEnded() {
        block(blocks, Duration.ofNanos(1_000));
        poll();
        blocks.removeEnded();

        assertThat(known.block("api")).isNull();
        Awaitility.await()
                .until(() -> hash.poll(new From("", PollReply.START, 100, List.of()))
                        .join()
                        .page()
                        .isEmpty());
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
