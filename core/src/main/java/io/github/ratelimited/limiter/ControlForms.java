package io.github.ratelimited.limiter;

import io.github.ratelimited.RateControl;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterBlocks;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.limits.LimitQuery;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a limiter is asked about its limit and its blocks: both forms of each question, from one answer. */
interface ControlForms extends RateControl, RateLimiterBlocks {

    LimitQuery query();

    /** {@return the limit in force} */
    CompletableFuture<RateLimit> findLimit();

    /**
     * Sets the limit.
     *
     * @param validFor for how long, {@code null} until it is taken back
     * @param replaces whether it is set where there is one
     * @return whether it was set
     */
    CompletableFuture<Boolean> setLimit(RateLimit limit, @Nullable Duration validFor, boolean replaces);

    CompletableFuture<Void> clearLimit();

    /** Blocks for a while, or lifts the block when that is zero. */
    CompletableFuture<Void> doBlock(Duration duration);

    CompletableFuture<Duration> findBlock();

    /** Waits for the answer to a question, which is not asked on a thread that could not wait for it. */
    <T> T now(Supplier<CompletableFuture<T>> question);

    /** The answer to a question on the executor; fails with what asking throws. */
    <T> CompletionStage<T> later(Supplier<CompletableFuture<T>> question);

    @Override
    default RateLimit limit() {
        return AnswerDelivery.join(findLimit(), this);
    }

    @Override
    default CompletionStage<RateLimit> limitAsync() {
        return later(this::findLimit);
    }

    @Override
    default boolean trySetRate(RateLimit limit) {
        return now(() -> set(limit, null, false));
    }

    @Override
    default CompletionStage<Boolean> trySetRateAsync(RateLimit limit) {
        return later(() -> set(limit, null, false));
    }

    @Override
    default void setRate(RateLimit limit) {
        now(() -> set(limit, null, true));
    }

    @Override
    default CompletionStage<Void> setRateAsync(RateLimit limit) {
        return later(() -> set(limit, null, true).thenAccept(set -> {}));
    }

    @Override
    default void setRate(RateLimit limit, Duration validFor) {
        now(() -> set(limit, SettingChecks.validFor(validFor), true));
    }

    @Override
    default CompletionStage<Void> setRateAsync(RateLimit limit, Duration validFor) {
        return later(() -> set(limit, SettingChecks.validFor(validFor), true).thenAccept(set -> {}));
    }

    private CompletableFuture<Boolean> set(RateLimit limit, @Nullable Duration validFor, boolean replaces) {
        return changeable().setLimit(SettingChecks.given("limit", limit), validFor, replaces);
    }

    @Override
    default void clearRate() {
        now(() -> changeable().clearLimit());
    }

    @Override
    default CompletionStage<Void> clearRateAsync() {
        return later(() -> changeable().clearLimit());
    }

    /** What is set is for everybody, so not for one who counts under another limit or by a plan. */
    private ControlForms changeable() {
        if (query().isView()) {
            throw new UnsupportedOperationException("'" + this
                    + "' is a view, and its limit cannot be changed; change the limit of the limiter itself");
        }
        return this;
    }

    @Override
    default void block(Duration duration) {
        now(() -> doBlock(SettingChecks.block("duration", duration)));
    }

    @Override
    default CompletionStage<Void> blockAsync(Duration duration) {
        return later(() -> doBlock(SettingChecks.block("duration", duration)));
    }

    @Override
    default void unblock() {
        now(() -> doBlock(Duration.ZERO));
    }

    @Override
    default CompletionStage<Void> unblockAsync() {
        return later(() -> doBlock(Duration.ZERO));
    }

    @Override
    default Duration blockedFor() {
        return now(this::findBlock);
    }

    @Override
    default CompletionStage<Duration> blockedForAsync() {
        return later(this::findBlock);
    }
}
