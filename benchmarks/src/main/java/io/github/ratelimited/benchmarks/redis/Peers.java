package io.github.ratelimited.benchmarks.redis;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.distributed.proxy.RemoteBucketBuilder;
import io.github.bucket4j.distributed.proxy.optimization.Optimization;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.github.bucket4j.redis.redisson.Bucket4jRedisson;
import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.benchmarks.measure.Contender;
import io.github.ratelimited.benchmarks.measure.Processors;
import io.github.ratelimited.benchmarks.measure.Result;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RScript;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** This library and the others on one Redis; all that use Redisson use one client. */
public final class Peers implements AutoCloseable {

    static final String REDISSON = "Redisson RRateLimiter";
    static final String GATEWAY = "Spring Cloud Gateway";
    static final String NO_OP = "no-op EVALSHA";

    private static final String PREFIX = "ours";

    private final RedisServer server = RedisServer.start();
    private final Processors processors = Processors.apartFrom(server.pid());
    final RedissonClient redisson;
    private final RedisClient lettuce;

    /** Made when they are asked for, because limiters poll their server. */
    private @Nullable RateLimiters limiters;

    private @Nullable RateLimiters withoutMemory;
    private final ProxyManager<String> bucketsOnRedisson;
    private final ProxyManager<byte[]> bucketsOnLettuce;

    /** Starts a server and all that call it. */
    public Peers() {
        Config config = new Config();
        config.useSingleServer().setAddress(server.url());
        redisson = Redisson.create(config);
        lettuce = RedisClient.create(server.url());
        // Without it its keys would stay for good.
        ExpirationAfterWriteStrategy expiry =
                ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(Duration.ofSeconds(10));
        bucketsOnRedisson = Bucket4jRedisson.casBasedBuilder(((Redisson) redisson).getCommandExecutor())
                .expirationAfterWrite(expiry)
                .build();
        bucketsOnLettuce = Bucket4jLettuce.casBasedBuilder(lettuce)
                .expirationAfterWrite(expiry)
                .build();
    }

    /** {@return the server that all of them use} */
    public RedisServer server() {
        return server;
    }

    /** {@return the processors of the server and of those that call it} */
    public Processors processors() {
        return processors;
    }

    RateLimiter ours(String name, RateLimit limit) {
        if (limiters == null) {
            limiters = builder().build();
        }
        return limiters.declare(name, limit);
    }

    private RedisRateLimiters.Builder builder() {
        return RedisRateLimiters.builder(redisson).prefix(PREFIX).timeout(Duration.ofSeconds(5));
    }

    private List<RateLimiter> ours(String name, int keys, RateLimit limit) {
        RateLimiter limiter = ours(name, limit);
        return named(keys, name).stream().map(limiter::forKey).toList();
    }

    RateLimiter withoutMemory(String name, RateLimit limit) {
        if (withoutMemory == null) {
            withoutMemory = builder().denialCache(Duration.ZERO).build();
        }
        return withoutMemory.declare(name, limit);
    }

    RRateLimiter redisson(String name, RateLimit limit) {
        RRateLimiter limiter = redisson.getRateLimiter(name);
        limiter.trySetRate(RateType.OVERALL, limit.rate(), limit.interval());
        return limiter;
    }

    /** Everybody with as many limiters of one limit; a call takes one permit of one of them. */
    List<Contender> all(String name, int keys, RateLimit limit) {
        List<RateLimiter> ours = ours(name, keys, limit);
        List<RateLimiter> buckets = ours(name + "-bucket", keys, limit.withAlgorithm(Algorithm.TOKEN_BUCKET));
        List<RRateLimiter> redissons =
                named(keys, name).stream().map(key -> redisson(key, limit)).toList();
        List<Bucket> onRedisson = named(keys, "b4r-" + name).stream()
                .map(key -> bucketsOnRedisson.getProxy(key, () -> bucket(limit)))
                .map(Bucket.class::cast)
                .toList();
        List<Bucket> onLettuce = named(keys, "b4l-" + name).stream()
                .map(key -> bucketsOnLettuce.getProxy(key.getBytes(StandardCharsets.UTF_8), () -> bucket(limit)))
                .map(Bucket.class::cast)
                .toList();
        return List.of(
                new Contender(Result.OURS, number -> ours.get(number % keys).tryAcquire()),
                new Contender(REDISSON, number -> redissons.get(number % keys).tryAcquire()),
                new Contender(
                        Result.OURS + " TOKEN_BUCKET",
                        number -> buckets.get(number % keys).tryAcquire()),
                new Contender(
                        "Bucket4j on Redisson",
                        number -> onRedisson.get(number % keys).tryConsume(1)),
                new Contender(
                        "Bucket4j on Lettuce",
                        number -> onLettuce.get(number % keys).tryConsume(1)),
                gateway(name, keys, limit),
                noOp());
    }

    /** Bucket4j on Lettuce, with a way of its own to ask less often or without. */
    Contender bucket4j(String title, String key, RateLimit limit, @Nullable Optimization optimization) {
        RemoteBucketBuilder<byte[]> builder = bucketsOnLettuce.builder();
        Bucket bucket = (optimization == null ? builder : builder.withOptimization(optimization))
                .build(key.getBytes(StandardCharsets.UTF_8), () -> bucket(limit));
        return new Contender(title, number -> bucket.tryConsume(1));
    }

    private static List<String> named(int keys, String name) {
        return IntStream.range(0, keys).mapToObj(i -> name + i).toList();
    }

    private static BucketConfiguration bucket(RateLimit limit) {
        Bandwidth bandwidth = Bandwidth.builder()
                .capacity(limit.burst())
                .refillGreedy(limit.rate(), limit.interval())
                .build();
        return BucketConfiguration.builder().addLimit(bandwidth).build();
    }

    /** The script of Spring Cloud Gateway, which refills whole permits each second. */
    private Contender gateway(String name, int keys, RateLimit limit) {
        RScript script = redisson.getScript(StringCodec.INSTANCE);
        String hash = script.scriptLoad(resource("META-INF/scripts/request_rate_limiter.lua"));
        String rate = String.valueOf(
                Math.max(1, limit.rate() * 1_000_000_000 / limit.interval().toNanos()));
        List<List<Object>> all = named(keys, name).stream()
                .map(key -> List.<Object>of("scg.{" + key + "}.tokens", "scg.{" + key + "}.timestamp"))
                .toList();
        return new Contender(GATEWAY, number -> {
            List<Long> answer = script.evalSha(
                    RScript.Mode.READ_WRITE,
                    hash,
                    RScript.ReturnType.LIST,
                    all.get(number % keys),
                    rate,
                    rate,
                    "",
                    "1");
            return answer.get(0) == 1;
        });
    }

    private Contender noOp() {
        RScript script = redisson.getScript(StringCodec.INSTANCE);
        String hash = script.scriptLoad("return 1");
        List<Object> key = List.of("no-op");
        return new Contender(
                NO_OP,
                number -> script.<Long>evalSha(RScript.Mode.READ_WRITE, hash, RScript.ReturnType.LONG, key) == 1);
    }

    private static String resource(String path) {
        try (InputStream in = Peers.class.getClassLoader().getResourceAsStream(path)) {
            return new String(Objects.requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        Stream.of(limiters, withoutMemory).filter(Objects::nonNull).forEach(RateLimiters::close);
        lettuce.shutdown();
        redisson.shutdown();
        server.close();
    }
}
