package io.github.ratelimited.limiter;

import io.github.ratelimited.RateControl;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterBlocks;
import io.github.ratelimited.store.Settings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a limiter is asked about its limit and its blocks, in both forms. */
abstract class AbstractRateControl implements RateControl, RateLimiterBlocks {

    private final LimitView view;
    private final Executor executor;
    private final boolean remote;

    AbstractRateControl(LimitView view, Executor executor, boolean remote) {
        this.view = view;
        this.executor = executor;
        this.remote = remote;
    }

    final LimitView view() {
        return view;
    }

    final Executor executor() {
        return executor;
    }

    /** {@return the limit in force} */
    protected abstract CompletableFuture<RateLimit> findLimit();

    protected abstract CompletableFuture<Boolean> trySetLimit(RateLimit limit);

    /** Sets the limit, until it is taken back or, where that is said, for so long. */
    protected abstract CompletableFuture<Void> setLimit(RateLimit limit, @Nullable Duration validFor);

    protected abstract CompletableFuture<Void> clearLimit();

    /** Blocks for a while, or lifts the block when that is zero. */
    protected abstract CompletableFuture<Void> close(Duration duration);

    protected abstract CompletableFuture<Duration> findBlock();

    @Override
    public final RateLimit limit() {
        return Answers.join(findLimit(), this);
    }

    @Override
    public final CompletionStage<RateLimit> limitAsync() {
        return later(this::findLimit);
    }

    @Override
    public final boolean trySetRate(RateLimit limit) {
        return now(() -> change(() -> trySetLimit(limit)));
    }

    @Override
    public final CompletionStage<Boolean> trySetRateAsync(RateLimit limit) {
        return later(() -> change(() -> trySetLimit(limit)));
    }

    @Override
    public final void setRate(RateLimit limit) {
        now(() -> change(() -> setLimit(limit, null)));
    }

    @Override
    public final CompletionStage<Void> setRateAsync(RateLimit limit) {
        return later(() -> change(() -> setLimit(limit, null)));
    }

    @Override
    public final void setRate(RateLimit limit, Duration validFor) {
        now(() -> change(() -> setLimit(limit, Settings.validFor(validFor))));
    }

    @Override
    public final CompletionStage<Void> setRateAsync(RateLimit limit, Duration validFor) {
        return later(() -> change(() -> setLimit(limit, Settings.validFor(validFor))));
    }

    @Override
    public final void clearRate() {
        now(() -> change(this::clearLimit));
    }

    @Override
    public final CompletionStage<Void> clearRateAsync() {
        return later(() -> change(this::clearLimit));
    }

    /** What is set is for everybody, so not for one who counts under another limit or by a plan. */
    private <T> CompletableFuture<T> change(Supplier<CompletableFuture<T>> question) {
        if (!view.equals(LimitView.NONE)) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException("'" + this
                    + "' is a view, and its limit cannot be changed; change the limit of the limiter itself"));
        }
        try {
            return question.get();
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    public final void block(Duration duration) {
        now(() -> closeFor(duration));
    }

    @Override
    public final CompletionStage<Void> blockAsync(Duration duration) {
        return later(() -> closeFor(duration));
    }

    private CompletableFuture<Void> closeFor(Duration duration) {
        try {
            return close(Settings.block("duration", duration));
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    public final void unblock() {
        now(() -> close(Duration.ZERO));
    }

    @Override
    public final CompletionStage<Void> unblockAsync() {
        return later(() -> close(Duration.ZERO));
    }

    @Override
    public final Duration blockedFor() {
        return now(this::findBlock);
    }

    @Override
    public final CompletionStage<Duration> blockedForAsync() {
        return later(this::findBlock);
    }

    /** Waits for the answer to a question, which is not asked on a thread that could not wait for it. */
    protected final <T> T now(Supplier<CompletableFuture<T>> question) {
        return Answers.ask(question, remote, this);
    }

    /** Throws on a thread that could not wait for an answer. */
    protected final void requireMayWait() {
        Answers.requireMayWait(remote, this);
    }

    final <T> CompletionStage<T> later(Supplier<CompletableFuture<T>> question) {
        return Answers.on(executor, question.get());
    }
}
