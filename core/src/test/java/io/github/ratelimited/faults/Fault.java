package io.github.ratelimited.faults;

import io.github.ratelimited.internal.DaemonThreads;
import io.github.ratelimited.launcher.RedisConnection;
import io.github.ratelimited.launcher.RedisReplyException;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.RedisServerBuilder;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A fault that keeps Redis from deciding.
 *
 * @param server what it needs
 * @param begin begins it
 * @param end ends it
 * @param loses what is gone after it
 */
record Fault(
        String name, RedisServerBuilder server, Consumer<FaultyRedis> begin, Consumer<FaultyRedis> end, Loses loses) {

    /**
     * What a fault can take along: nothing; answers on their way, or those too late to be used and given back to a Redis
     * that writes nothing any more; or all that Redis has counted.
     */
    enum Loses {
        NOTHING,
        ANSWERS,
        STATE
    }

    @Override
    public String toString() {
        return name;
    }

    private static Fault fault(String name, Consumer<FaultyRedis> begin, Consumer<FaultyRedis> end) {
        return new Fault(name, RedisServer.builder(), begin, end, Loses.NOTHING);
    }

    private static Fault refusal(String name, Consumer<FaultyRedis> begin, Consumer<FaultyRedis> end) {
        return new Fault(name, RedisServer.builder(), begin, end, Loses.ANSWERS);
    }

    private static void command(FaultyRedis redis, String... words) {
        redis.server.redis().command(words);
    }

    static Stream<Fault> all() {
        return Stream.of(
                fault(
                        "CLIENT PAUSE",
                        redis -> command(redis, "CLIENT", "PAUSE", "4000", "ALL"),
                        redis -> command(redis, "PING")),
                fault("SIGSTOP and SIGCONT", redis -> redis.server.pause(), redis -> redis.server.resume()),
                new Fault(
                        "kill -9 and restart without persistence",
                        RedisServer.builder(),
                        redis -> redis.server.kill(),
                        redis -> redis.server.restart(),
                        Loses.STATE),
                new Fault(
                        "kill -9 and restart with persistence",
                        RedisServer.builder().setting("appendonly", "yes").setting("appendfsync", "always"),
                        redis -> redis.server.kill(),
                        redis -> redis.server.restart(),
                        Loses.ANSWERS),
                fault(
                        "answers that take 300 ms",
                        redis -> redis.proxy.delay(Duration.ofMillis(300)),
                        redis -> redis.proxy.delay(Duration.ZERO)),
                new Fault(
                        "half-open connections",
                        RedisServer.builder(),
                        redis -> redis.proxy.cutOff(),
                        redis -> redis.proxy.reconnect(),
                        Loses.ANSWERS),
                refusal("writes refused by MISCONF", Fault::failToSave, Fault::saveAgain),
                new Fault(
                        "a disk that is full",
                        RedisServer.builder().largestFile(256).setting("appendonly", "yes"),
                        Fault::fillDisk,
                        Fault::makeRoom,
                        Loses.ANSWERS),
                refusal(
                        "writes refused by OOM",
                        redis -> command(redis, "CONFIG", "SET", "maxmemory", "1"),
                        redis -> command(redis, "CONFIG", "SET", "maxmemory", "0")),
                refusal(
                        "writes refused by NOREPLICAS",
                        redis -> command(redis, "CONFIG", "SET", "min-replicas-to-write", "1"),
                        redis -> command(redis, "CONFIG", "SET", "min-replicas-to-write", "0")),
                fault("a script of another client (BUSY)", Fault::keepBusy, redis -> command(redis, "SCRIPT", "KILL")),
                refusal(
                        "a right that is taken away (NOPERM)",
                        redis -> command(redis, "ACL", "SETUSER", "default", "-evalsha", "-eval"),
                        redis -> command(redis, "ACL", "SETUSER", "default", "+evalsha", "+eval")),
                maxclients(),
                new Fault(
                        "a password that has changed",
                        RedisServer.builder(),
                        Fault::changePassword,
                        Fault::takePasswordBack,
                        Loses.ANSWERS));
    }

    private static void fillDisk(FaultyRedis redis) {
        Awaitility.await().until(() -> {
            try {
                command(redis, "SET", "filler", "x".repeat(10_000));
                return false;
            } catch (RedisReplyException ex) {
                return ex.getMessage().startsWith("MISCONF Errors writing to the AOF file");
            }
        });
    }

    private static void makeRoom(FaultyRedis redis) {
        command(redis, "CONFIG", "SET", "appendonly", "no");
        command(redis, "CONFIG", "SET", "appendonly", "yes");
    }

    /** Also for a user who may write everywhere: a folder stands where the file should be. */
    private static void failToSave(FaultyRedis redis) {
        command(redis, "CONFIG", "SET", "save", "3600 1000000");
        file(redis).mkdir();
        save(redis, "err");
    }

    private static void saveAgain(FaultyRedis redis) {
        file(redis).delete();
        save(redis, "ok");
    }

    private static void save(FaultyRedis redis, String outcome) {
        command(redis, "BGSAVE");
        Awaitility.await()
                .until(() -> String.valueOf(redis.server.redis().command("INFO", "persistence"))
                        .contains("rdb_last_bgsave_status:" + outcome));
    }

    private static File file(FaultyRedis redis) {
        List<?> folder = (List<?>) redis.server.redis().command("CONFIG", "GET", "dir");
        return new File(String.valueOf(folder.get(1)), "dump.rdb");
    }

    private static void changePassword(FaultyRedis redis) {
        command(redis, "CONFIG", "SET", "requirepass", "other");
        try (var connection = redis.server.redis().connect()) {
            connection.command("AUTH", "other");
            connection.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        }
    }

    private static void takePasswordBack(FaultyRedis redis) {
        try (var connection = redis.server.redis().connect()) {
            connection.command("AUTH", "other");
            connection.command("CONFIG", "SET", "requirepass", "");
        }
    }

    private static void keepBusy(FaultyRedis redis) {
        command(redis, "CONFIG", "SET", "lua-time-limit", "50");
        DaemonThreads.make("busy", () -> {
                    try {
                        command(redis, "EVAL", "while true do end", "0");
                    } catch (RedisReplyException ex) {
                        // It is killed at the end of the fault.
                    }
                })
                .start();
        Awaitility.await().until(() -> {
            try {
                command(redis, "PING");
                return false;
            } catch (RedisReplyException ex) {
                return ex.getMessage().startsWith("BUSY");
            }
        });
    }

    /** Who ends the fault has the only connection meanwhile. */
    private static Fault maxclients() {
        AtomicReference<RedisConnection> only = new AtomicReference<>();
        return refusal(
                "no connection to spare (maxclients)",
                redis -> {
                    RedisConnection connection = redis.server.redis().connect();
                    only.set(connection);
                    connection.command("CONFIG", "SET", "maxclients", "1");
                    connection.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
                },
                redis -> {
                    try (RedisConnection connection = only.get()) {
                        connection.command("CONFIG", "SET", "maxclients", "1000");
                    }
                });
    }
}
