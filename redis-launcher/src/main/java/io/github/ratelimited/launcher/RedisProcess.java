package io.github.ratelimited.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of a server program that has answered.
 *
 * @param guard ends the server and removes its folder once this JVM has ended
 */
record RedisProcess(Process process, Process guard, String version) {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(20);
    private static final String LOG = "redis.log";

    /** The setting with the password that this JVM has to give, too. */
    static final String PASSWORD = "requirepass";

    /** What it reads comes from this JVM, and ends with it. */
    private static final String GUARD = "trap '' HUP INT TERM; read -r end; kill -9 \"$1\"; rm -rf \"$0\"";

    static RedisProcess start(RedisBinary binary, Path directory, int port, List<String> settings) {
        try {
            List<String> lines = new ArrayList<>(List.of(
                    "bind " + RedisServer.HOST,
                    "port " + port,
                    "save \"\"",
                    "appendonly no",
                    // Otherwise a master waits five seconds for more replicas before it sends the first its data.
                    "repl-diskless-sync-delay 0"));
            lines.addAll(settings);
            Path configuration = Files.write(directory.resolve("redis.conf"), lines);
            List<String> command = new ArrayList<>(binary.command());
            command.add(configuration.toString());
            if (settings.stream().anyMatch(line -> line.startsWith("sentinel "))) {
                command.add("--sentinel");
            }
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve(LOG).toFile())
                    .start();
            Process guard = guard(process, directory);
            try {
                return new RedisProcess(process, guard, awaitReady(process, directory, port, settings));
            } catch (RuntimeException | IOException failed) {
                new RedisProcess(process, guard, "").kill();
                throw failed;
            }
        } catch (IOException failed) {
            throw new IllegalStateException("Could not start " + binary.path() + binary.hint(), failed);
        }
    }

    private static Process guard(Process process, Path directory) throws IOException {
        try {
            return new ProcessBuilder("/bin/sh", "-c", GUARD, directory.toString(), Long.toString(process.pid()))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException failed) {
            end(process);
            throw failed;
        }
    }

    private static String awaitReady(Process process, Path directory, int port, List<String> settings)
            throws IOException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (System.nanoTime() < deadline) {
            try (RedisConnection connection = RedisConnection.open(RedisServer.HOST, port, Duration.ofSeconds(1))) {
                settings.stream()
                        .filter(line -> line.startsWith(PASSWORD + " "))
                        .forEach(line -> connection.command("AUTH", line.substring(line.indexOf(' ') + 1)));
                connection.command("PING");
                String info = String.valueOf(connection.command("INFO", "server"));
                // Somebody else's server may have taken the port, and would answer in our server's place.
                if (info.contains("process_id:" + process.pid() + "\r\n")) {
                    return version(info);
                }
            } catch (UncheckedIOException | RedisReplyException notYet) {
                // A server that loads its data answers with an error; one that has not come so far, not at all.
            }
            if (exits(process, Duration.ofMillis(5))) {
                String log = Files.readString(directory.resolve(LOG));
                String message = "Redis ended with " + process.exitValue() + " on port " + port + ":\n" + log;
                throw log.contains("Failed listening on port")
                        ? new PortTakenException(message)
                        : new IllegalStateException(message);
            }
        }
        throw new IllegalStateException("Redis did not answer on port " + port + " within " + START_TIMEOUT.toSeconds()
                + " s:\n" + Files.readString(directory.resolve(LOG)));
    }

    static String version(String info) {
        Matcher valkey = Pattern.compile("valkey_version:(\\S+)").matcher(info);
        if (valkey.find()) {
            return "Valkey " + valkey.group(1);
        }
        Matcher redis = Pattern.compile("redis_version:(\\S+)").matcher(info);
        return redis.find() ? "Redis " + redis.group(1) : "Redis of unknown version";
    }

    void terminate() {
        process.destroy();
        exits(process, STOP_TIMEOUT);
        kill();
    }

    void kill() {
        end(process);
        guard.destroyForcibly();
    }

    private static void end(Process process) {
        process.destroyForcibly();
        if (!exits(process, KILL_TIMEOUT)) {
            throw new IllegalStateException("Redis with pid " + process.pid() + " does not end");
        }
    }

    void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            if (!exits(kill, KILL_TIMEOUT) || kill.exitValue() != 0) {
                throw new IllegalStateException("Could not send " + name + " to pid " + process.pid());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    // Not waitFor: a test that is interrupted by its timeout still has to get rid of its server.
    private static boolean exits(Process process, Duration timeout) {
        process.onExit()
                .completeOnTimeout(process, timeout.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        return !process.isAlive();
    }
}
