package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.StoreDriver;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.NameMapper;

class KeysOfABatchTests {

    private static final RateLimit LIMIT = RateLimit.of(5, Duration.ofHours(1));
    private static final List<Demand> DEMANDS = Stream.of("alice", "Zoë", "鍵", "🔑")
            .map(key -> new Demand("api", key, LIMIT, 1))
            .toList();

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    @Test
    void areNamedAlikeWhereverTheyStand() {
        takeOneOfEach(redis.scripts("batch", Duration.ofSeconds(30), null));

        assertThat(DEMANDS)
                .allSatisfy(demand ->
                        assertThat(exists(new RedisKeys("batch").of(demand))).isTrue());
    }

    /** A client that is wrapped does not tell how it maps names. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void areMappedAlikeWhereverTheyStand(boolean wrapped) {
        String prefix = "mapped-" + wrapped;
        Config config = new Config().setNameMapper(new Tenant());
        config.useSingleServer().setAddress(redis.server().url()).setConnectionMinimumIdleSize(1);
        RedissonClient client = Redisson.create(config);
        try {
            takeOneOfEach(new RedisStore(
                    new ScriptRunner(RedissonConnection.of(wrapped ? wrap(client) : client)),
                    new RedisKeys(prefix),
                    Duration.ofSeconds(10),
                    null));
        } finally {
            client.shutdown();
        }

        assertThat(DEMANDS)
                .allSatisfy(demand -> assertThat(exists("tenant:" + new RedisKeys(prefix).of(demand)))
                        .isTrue());
        assertThat(redis.keys(prefix)).isEmpty();
    }

    /** All in one batch; each key is found where it has been taken. */
    private static void takeOneOfEach(RedisStore store) {
        StoreDriver.get(store.acquireAll(
                DEMANDS.stream().map(KeysOfABatchTests::request).toList()));
        assertThat(DEMANDS)
                .allSatisfy(
                        demand -> assertThat(StoreDriver.get(store.operations().usage(demand))
                                        .remaining())
                                .isEqualTo(4));
    }

    private static RedissonClient wrap(RedissonClient client) {
        return (RedissonClient) Proxy.newProxyInstance(
                RedissonClient.class.getClassLoader(),
                new Class<?>[] {RedissonClient.class},
                (proxy, method, arguments) -> method.invoke(client, arguments));
    }

    private static Acquisition request(Demand demand) {
        return new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(Duration.ofSeconds(10)));
    }

    private static boolean exists(String key) {
        return redis.server().command("EXISTS", key).equals(1L);
    }

    private static final class Tenant implements NameMapper {

        @Override
        public String map(String name) {
            return "tenant:" + name;
        }

        @Override
        public String unmap(String name) {
            return name.substring("tenant:".length());
        }
    }
}
