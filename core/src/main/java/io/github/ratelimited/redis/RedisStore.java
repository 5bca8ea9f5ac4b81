package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.batch.BatchListener;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.batch.BulkStore;
import io.github.ratelimited.internal.Deadlines;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.redis.connection.RedisFailures;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.redis.script.AcquireCodec;
import io.github.ratelimited.redis.script.AcquireRetry;
import io.github.ratelimited.redis.script.CommandRetry;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.redis.script.Reply;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides in Redis, by one script for each batch. A batch that Redis gets to after the last deadline in it is not
 * decided, so that nothing is reserved for callers that have given up.
 */
final class RedisStore implements BulkStore {

    private static final Logger log = LoggerFactory.getLogger(RedisStore.class);

    private static final Duration LONGEST_PREPARATION = Duration.ofSeconds(2);

    private final ScriptRunner scripts;
    private final RedisKeys keys;
    private final Duration timeout;
    private final ScriptClock clock;
    private final RedisOperations operations;

    /**
     * Makes a store.
     *
     * @param timeout longest wait for an answer where the request names no deadline
     * @param testClock what the scripts use instead of the server's clock, or {@code null}
     */
    RedisStore(ScriptRunner scripts, RedisKeys keys, Duration timeout, @Nullable InstantSource testClock) {
        this(new ScriptClock(testClock), scripts, keys, timeout);
    }

    RedisStore(ScriptClock clock, ScriptRunner scripts, RedisKeys keys, Duration timeout) {
        this.scripts = scripts;
        this.keys = keys;
        this.timeout = timeout;
        this.clock = clock;
        this.operations = new RedisOperations(scripts, keys, timeout, clock);
    }

    /** {@return what else is done with the use that it counts} */
    RedisOperations operations() {
        return operations;
    }

    /** Asks for zero permits, which reads the server's clock and loads script and classes. */
    CompletionStage<?> prepare() {
        Demand nothing = new Demand("first-request", "", RateLimit.of(1, Duration.ofSeconds(1)), 0);
        return acquire(new Acquisition(List.of(nothing), Duration.ZERO, Deadline.after(LONGEST_PREPARATION)));
    }

    @Override
    public int partition(Demand demand) {
        return scripts.isCluster() ? keys.slot(demand) : 0;
    }

    @Override
    public CompletionStage<List<BatchResult>> acquireAll(
            int partition, List<Acquisition> requests, BatchListener listener) {
        return run(partition, requests, listener)
                .handle((outcomes, failure) -> {
                    Map<?, List<Acquisition>> parts = RedisFailures.isParted(failure) ? byKeys(requests) : Map.of();
                    if (parts.size() == 1 && requests.stream().anyMatch(request -> request.turn() != null)) {
                        return acquireAll(
                                requests.stream().map(this::withoutQueue).toList());
                    }
                    return parts.size() > 1
                            ? apart(requests, parts.values())
                            : again(partition, requests, outcomes, failure);
                })
                .thenCompose(answer -> answer)
                .exceptionallyCompose(failure -> RedisFailures.isParted(failure)
                        ? CompletableFuture.completedFuture(allFailed(requests, failure))
                        : CompletableFuture.failedFuture(failure));
    }

    /** While a slot moves, a queue that is not there keeps its state from being found, so no one gets a place in it. */
    private Acquisition withoutQueue(Acquisition request) {
        Turn turn = request.turn();
        if (turn == null) {
            return request;
        }
        Duration ahead = request.maxWait().compareTo(turn.horizon()) > 0 ? turn.horizon() : request.maxWait();
        return new Acquisition(request.demands(), ahead, request.deadline());
    }

    private Map<List<String>, List<Acquisition>> byKeys(List<Acquisition> requests) {
        return requests.stream()
                .collect(Collectors.groupingBy(
                        request -> request.demands().stream().map(keys::of).toList(),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    /** While a slot moves a server may have one of its keys and not another, but each key is somewhere. */
    private CompletionStage<List<BatchResult>> apart(List<Acquisition> requests, Collection<List<Acquisition>> parts) {
        Map<Acquisition, BatchResult> answers = Collections.synchronizedMap(new IdentityHashMap<>());
        return CompletableFuture.allOf(parts.stream()
                        .map(part -> acquireAll(part)
                                .exceptionally(failure -> allFailed(part, failure))
                                .thenAccept(outcomes -> {
                                    for (int i = 0; i < part.size(); i++) {
                                        answers.put(part.get(i), outcomes.get(i));
                                    }
                                })
                                .toCompletableFuture())
                        .toArray(CompletableFuture[]::new))
                .thenApply(done -> requests.stream().map(answers::get).toList());
    }

    private static List<BatchResult> allFailed(List<Acquisition> requests, Throwable failure) {
        RateLimiterUnavailableException reason = Futures.cause(failure) instanceof RateLimiterUnavailableException known
                ? known
                : ScriptRunner.failed(Futures.cause(failure));
        return Collections.nCopies(requests.size(), new BatchResult(null, reason));
    }

    @Override
    public boolean isWell(RateLimiterUnavailableException failure) {
        return RedisFailures.isParted(failure);
    }

    private CompletionStage<List<BatchResult>> again(
            int partition,
            List<Acquisition> requests,
            @Nullable List<BatchResult> outcomes,
            @Nullable Throwable failure) {
        AcquireRetry retry = AcquireRetry.of(requests, outcomes, failure);
        long pause = retry.atOnce() ? 0 : CommandRetry.pause(timeout);
        if (retry.requests().isEmpty()
                || Acquisition.lastDeadline(retry.requests()).nanosLeft() <= pause) {
            return outcomes != null
                    ? CompletableFuture.completedFuture(outcomes)
                    : CompletableFuture.failedFuture(Futures.cause(Objects.requireNonNull(failure)));
        }
        Executor then = retry.atOnce() ? Runnable::run : task -> Deadlines.after(pause, task);
        return CompletableFuture.supplyAsync(() -> run(partition, retry.requests(), none -> {}), then)
                .thenCompose(answer -> answer)
                .thenApply(retry::into)
                .exceptionallyCompose(again -> outcomes != null
                        ? CompletableFuture.completedFuture(outcomes)
                        : CompletableFuture.failedFuture(again));
    }

    /** Calendar windows that do not fit the server's clock are computed again with the time that it returned. */
    private CompletableFuture<List<BatchResult>> run(
            int partition, List<Acquisition> requests, BatchListener listener) {
        return run(requests, listener, partition, clock.now(partition))
                .thenCompose(reply -> reply.isClockWrong()
                        ? run(requests, listener, partition, reply.now())
                        : CompletableFuture.completedFuture(reply))
                .thenApply(Reply::decided);
    }

    private CompletableFuture<Reply> run(
            List<Acquisition> requests, BatchListener listener, int partition, long moment) {
        // A grant that arrives after its own deadline is given back.
        long deadline = clock.at(partition, Acquisition.lastDeadline(requests));
        AcquireCodec batch = new AcquireCodec(requests, keys, moment, clock.header(deadline));
        long sentAt = System.nanoTime();
        Function<byte[], Reply> reader = bytes -> batch.read(bytes).deliver(listener);
        return scripts.run(batch.script(), batch.keys(), batch.arguments(), reader)
                .thenApply(reply -> {
                    clock.read(partition, reply.now(), sentAt);
                    if (reply.corrupt() > 0) {
                        log.warn(
                                "The state of rate limits in Redis was corrupt and has been replaced: {}",
                                batch.keys());
                    }
                    return reply;
                });
    }

    @Override
    public CompletionStage<List<Double>> settleAll(List<Settlement> settlements) {
        return operations.settle(settlements);
    }
}
