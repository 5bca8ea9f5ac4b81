package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.batch.BulkStore;
import io.github.ratelimited.redis.connection.RedisFailures;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.redis.script.Arguments;
import io.github.ratelimited.redis.script.CommandRetry;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.redis.script.Reply;
import io.github.ratelimited.redis.script.Script;
import io.github.ratelimited.redis.script.StateFormat;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.Usage;
import io.github.ratelimited.store.UsageStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;

/**
 * What is done with the state of a key besides taking permits: one script each. All but settlements, which others send again
 * for longer, are tried once more where nothing was changed. Safe for use by many threads.
 */
final class RedisOperations implements UsageStore {

    private final ScriptRunner scripts;
    private final RedisKeys keys;
    private final Duration timeout;
    private final ScriptClock clock;

    /**
     * Makes the operations.
     *
     * @param timeout longest wait for an answer
     * @param clock what time it is where they run
     */
    RedisOperations(ScriptRunner scripts, RedisKeys keys, Duration timeout, ScriptClock clock) {
        this.scripts = scripts;
        this.keys = keys;
        this.timeout = timeout;
        this.clock = clock;
    }

    /**
     * One script for each algorithm, and in a cluster for each key, because a slot that moves parts them.
     *
     * @return as {@link BulkStore#settleAll(List)}
     */
    CompletionStage<List<Double>> settle(List<Settlement> settlements) {
        boolean apart = scripts.isCluster();
        Double[] settled = new Double[settlements.size()];
        // Those of one key follow each other, so that a script reads and writes it once.
        Map<List<Object>, Map<LimiterKey, List<Integer>>> parts = IntStream.range(0, settled.length)
                .boxed()
                .collect(Collectors.groupingBy(
                        place -> partOf(settlements.get(place).demand(), apart),
                        LinkedHashMap::new,
                        Collectors.groupingBy(
                                place -> settlements.get(place).demand().limiterKey(),
                                LinkedHashMap::new,
                                Collectors.toList())));
        return CompletableFuture.allOf(parts.values().stream()
                        .map(keys ->
                                keys.values().stream().flatMap(List::stream).toList())
                        .map(places -> settle(places, settlements, settled))
                        .toArray(CompletableFuture[]::new))
                .thenApply(done -> List.of(settled));
    }

    private List<Object> partOf(Demand demand, boolean apart) {
        return List.of(demand.limit().algorithm(), apart ? keys.of(demand) : "");
    }

    private CompletableFuture<Void> settle(
            List<Integer> places, List<Settlement> settlements, @Nullable Double[] settled) {
        CompletableFuture<ByteBuffer> answer =
                settleTogether(places.stream().map(settlements::get).toList());
        return ScriptRunner.within(Deadline.after(timeout), answer).handle((reply, failure) -> {
            for (int place : places) {
                settled[place] = settled(reply, failure);
            }
            return null;
        });
    }

    /** The next number of a reply. Where it is none, nothing was written for it. */
    private static double settled(@Nullable ByteBuffer reply, @Nullable Throwable failure) {
        if (failure != null) {
            return RedisFailures.hasCountedNothing(failure) ? BulkStore.NOT_COUNTED : Double.NaN;
        }
        double permits = Objects.requireNonNull(reply).getDouble();
        return Double.isNaN(permits) ? BulkStore.NOT_COUNTED : permits;
    }

    private CompletableFuture<ByteBuffer> settleTogether(List<Settlement> settlements) {
        List<String> names =
                settlements.stream().map(Settlement::demand).map(keys::of).toList();
        return run(Script.SETTLE, settlements.get(0).demand(), names, moment -> settlements(settlements, moment))
                .thenApply(Reply::numbers);
    }

    private Arguments settlements(List<Settlement> settlements, long moment) {
        List<Demand> demands = settlements.stream().map(Settlement::demand).toList();
        int numbers = settlements.size() * (Arguments.OF_LIMIT + 3);
        Arguments arguments = new Arguments(clock.header(0), moment, demands, numbers);
        for (Settlement settlement : settlements) {
            arguments
                    .add(settlement.demand().limit())
                    .add(settlement.demand().permits())
                    .add(settlement.reservation().stateTime())
                    .add(settlement.back());
        }
        return arguments;
    }

    @Override
    public CompletionStage<Boolean> charge(Demand demand) {
        List<Settlement> charge = List.of(Settlement.charge(demand));
        return CommandRetry.within(timeout, () -> settleTogether(charge).thenApply(RedisOperations::requireCounted));
    }

    /** Where a reply has no number, nothing was written, and its text says why. */
    private static boolean requireCounted(ByteBuffer reply) {
        if (Double.isNaN(reply.getDouble())) {
            throw ScriptRunner.failed(
                    new RedisException(StandardCharsets.UTF_8.decode(reply).toString()));
        }
        return true;
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return send(Script.USAGE, demand, moment -> limit(demand, 0, moment))
                .thenApply(Reply::numbers)
                .thenApply(
                        reply -> Usage.ofState((long) reply.getDouble(), Micros.toDuration((long) reply.getDouble())));
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return send(Script.RELEASE, demand, moment -> limit(demand, 1, moment).add(demand.permits()))
                .thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        return CommandRetry.within(
                        timeout,
                        () -> run(
                                        Script.REMOVE,
                                        demand,
                                        List.of(keys.queueOf(demand)),
                                        moment -> nothing(demand, moment))
                                .thenCompose(done -> run(
                                        Script.RESET,
                                        demand,
                                        List.of(keys.of(demand)),
                                        moment -> limit(demand, 0, moment))))
                .thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Duration> block(Demand demand, Duration duration) {
        long span = Micros.roundUp(duration);
        return send(Script.BLOCK, demand, moment -> limit(demand, 1, moment).add(span))
                .thenApply(
                        reply -> Micros.toDuration((long) Reply.numbers(reply).getDouble()));
    }

    private Arguments nothing(Demand demand, long moment) {
        return new Arguments(clock.header(0), moment, List.of(demand), 0);
    }

    private CompletableFuture<byte[]> send(Script script, Demand demand, LongFunction<Arguments> arguments) {
        return CommandRetry.within(timeout, () -> run(script, demand, List.of(keys.of(demand)), arguments));
    }

    /** Sends it once more where windows of a calendar did not fit the server's clock, by which nothing was done. */
    private CompletableFuture<byte[]> run(
            Script script, Demand first, List<String> names, LongFunction<Arguments> arguments) {
        String text = script.text(StateFormat.of(first.limit().algorithm()));
        long now = clock.now(scripts.isCluster() ? keys.slot(first) : 0);
        return scripts.run(text, names, arguments.apply(now).toBytes()).thenCompose(bytes -> {
            long serverTime = Reply.correctedTime(bytes);
            return serverTime == 0
                    ? CompletableFuture.completedFuture(bytes)
                    : scripts.run(text, names, arguments.apply(serverTime).toBytes())
                            .thenApply(RedisOperations::requireDone);
        });
    }

    private static byte[] requireDone(byte[] bytes) {
        if (Reply.correctedTime(bytes) != 0) {
            throw new RateLimiterUnavailableException(Reply.CLOCK_CHANGED, null);
        }
        return bytes;
    }

    private Arguments limit(Demand demand, int more, long moment) {
        return new Arguments(clock.header(0), moment, List.of(demand), Arguments.OF_LIMIT + more).add(demand.limit());
    }
}
