package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.redis.script.Arguments;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.redis.script.Script;
import io.github.ratelimited.redis.script.ScriptRunner;
import io.github.ratelimited.redis.script.StateFormat;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.Usage;
import io.github.ratelimited.store.UsageStore;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is done with the state of a key besides taking permits: one script each, which is not sent again. Safe for use by
 * many threads.
 */
final class RedisOperations implements UsageStore {

    private final ScriptRunner scripts;
    private final RedisKeys keys;
    private final Duration timeout;
    private final @Nullable InstantSource testClock;

    /**
     * Makes the operations.
     *
     * @param timeout longest wait for an answer
     * @param testClock what the scripts use instead of the server's clock, or {@code null}
     */
    RedisOperations(ScriptRunner scripts, RedisKeys keys, Duration timeout, @Nullable InstantSource testClock) {
        this.scripts = scripts;
        this.keys = keys;
        this.timeout = timeout;
        this.testClock = testClock;
    }

    /**
     * One script for each algorithm, and in a cluster for each key, because a slot that moves parts them.
     *
     * @return for each how many permits went back or were counted, {@link Double#NaN} where that is not known
     */
    CompletionStage<List<Double>> settle(List<Settlement> settlements) {
        boolean apart = scripts.isCluster();
        Double[] settled = new Double[settlements.size()];
        return CompletableFuture.allOf(IntStream.range(0, settled.length)
                        .boxed()
                        .collect(Collectors.groupingBy(
                                place -> partOf(settlements.get(place).demand(), apart),
                                LinkedHashMap::new,
                                Collectors.toList()))
                        .values()
                        .stream()
                        .map(places -> settleTogether(
                                places, places.stream().map(settlements::get).toList(), settled))
                        .toArray(CompletableFuture[]::new))
                .thenApply(done -> List.of(settled));
    }

    private List<Object> partOf(Demand demand, boolean apart) {
        return List.of(demand.limit().algorithm(), apart ? keys.of(demand) : "");
    }

    private CompletableFuture<Void> settleTogether(
            List<Integer> places, List<Settlement> settlements, @Nullable Double[] settled) {
        return settleTogether(settlements).handle((reply, failure) -> {
            for (int place : places) {
                settled[place] = failure == null ? reply.getDouble() : Double.NaN;
            }
            return null;
        });
    }

    private CompletableFuture<ByteBuffer> settleTogether(List<Settlement> settlements) {
        Arguments arguments = new Arguments(header(0), settlements.size() * (Arguments.OF_LIMIT + 3));
        List<String> names = new ArrayList<>(settlements.size());
        for (Settlement settlement : settlements) {
            Demand demand = settlement.demand();
            names.add(keys.of(demand));
            arguments
                    .add(demand.limit())
                    .add(demand.permits())
                    .add(settlement.reservation().stateTime())
                    .add(settlement.back());
        }
        String text = Script.SETTLE.text(
                StateFormat.of(settlements.get(0).demand().limit().algorithm()));
        return ScriptRunner.within(Deadline.after(timeout), scripts.run(text, names, arguments.toBytes()))
                .thenApply(ByteBuffer::wrap);
    }

    @Override
    public CompletionStage<Boolean> charge(Demand demand) {
        return settleTogether(List.of(Settlement.charge(demand))).thenApply(reply -> requireCounted(reply.getDouble()));
    }

    private static boolean requireCounted(double counted) {
        if (Double.isNaN(counted)) {
            throw new RateLimiterUnavailableException("Redis could not count permits", null);
        }
        return true;
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return run(Script.USAGE, demand, arguments(demand, 0))
                .thenApply(ByteBuffer::wrap)
                .thenApply(reply -> Usage.told((long) reply.getDouble(), Micros.toDuration((long) reply.getDouble())));
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return run(Script.RELEASE, demand, arguments(demand, 1).add(demand.permits()))
                .thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        return run(Script.REMOVE, demand, new Arguments(header(0), 0), keys.queueOf(demand))
                .thenCompose(done -> run(Script.RESET, demand, arguments(demand, 0)))
                .thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Void> block(Demand demand, Duration duration) {
        return run(Script.BLOCK, demand, arguments(demand, 1).add(Micros.roundUp(duration)))
                .thenAccept(reply -> {});
    }

    private CompletableFuture<byte[]> run(Script script, Demand demand, Arguments arguments) {
        return run(script, demand, arguments, keys.of(demand));
    }

    private CompletableFuture<byte[]> run(Script script, Demand demand, Arguments arguments, String key) {
        String text = script.text(StateFormat.of(demand.limit().algorithm()));
        return ScriptRunner.within(Deadline.after(timeout), scripts.run(text, List.of(key), arguments.toBytes()));
    }

    private Arguments arguments(Demand demand, int more) {
        return new Arguments(header(0), Arguments.OF_LIMIT + more).add(demand.limit());
    }

    /**
     * What the arguments of every script begin with.
     *
     * @param notAfter moment on the server's clock after which it does nothing, 0 for none
     */
    long[] header(long notAfter) {
        long now = testClock == null ? 0 : Micros.clock(testClock).getAsLong();
        return new long[] {now, notAfter};
    }
}
