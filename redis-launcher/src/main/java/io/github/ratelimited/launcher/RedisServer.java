package io.github.ratelimited.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * A real Redis in a process of its own, on 127.0.0.1.
 *
 * <p>The program is the one the system property {@code redis.launcher.binary} names, else {@code redis-server} or
 * {@code valkey-server} on the PATH, else a bundled Redis 7.0.15 (Linux and macOS). It works in a folder of its own in
 * the temp folder. {@link #close()} ends both, and else the end of the JVM, also of one that is killed. Safe for several
 * threads.
 */
public final class RedisServer implements AutoCloseable {

    static final String HOST = "127.0.0.1";

    private static final int ATTEMPTS = 5;

    private final RedisBinary binary;
    private final Path directory;
    private final List<String> settings;
    private final int port;
    private volatile RedisProcess run;
    private volatile boolean paused;
    private boolean closed;

    RedisServer(RedisBinary binary, Path directory, List<String> settings) {
        this.binary = binary;
        this.directory = directory;
        this.settings = settings;
        int chosen = 0;
        RedisProcess started = null;
        for (int attempt = 1; started == null; attempt++) {
            chosen = freePort();
            try {
                started = RedisProcess.start(binary, directory, chosen, settings);
            } catch (PortTakenException taken) {
                if (attempt == ATTEMPTS) {
                    throw taken;
                }
            }
        }
        this.port = chosen;
        this.run = started;
    }

    /**
     * {@return a server with the defaults, which runs}
     *
     * @throws IllegalStateException as {@link RedisServerBuilder#start()} throws it
     */
    public static RedisServer start() {
        return builder().start();
    }

    /** {@return a builder for a server with settings of its own} */
    public static RedisServerBuilder builder() {
        return new RedisServerBuilder();
    }

    /** {@return where the server listens, always 127.0.0.1} */
    public String host() {
        return HOST;
    }

    /** {@return its TCP port, the same over all restarts} */
    public int port() {
        return port;
    }

    /** {@return the address for clients, {@code redis://127.0.0.1:port}, without a password} */
    public String url() {
        return redis().url();
    }

    /** {@return the number of the process of the last start} */
    public synchronized long pid() {
        return run.process().pid();
    }

    /** {@return which Redis this is, for logs, as {@code Redis 7.0.15 bundled, 127.0.0.1:20123, pid 123}} */
    public synchronized String describe() {
        return run.version() + " " + binary.origin() + ", " + HOST + ":" + port + ", pid " + pid();
    }

    /** {@return the same server as tests get it, for sending commands} */
    public Redis redis() {
        return new Redis(HOST, port, describe());
    }

    /** Ends the server in good order. Its data is gone, unless a setting keeps them on disk. */
    public synchronized void stop() {
        if (paused) {
            kill();
        } else {
            run.terminate();
        }
    }

    /** Ends the server on the spot, as a crash would. */
    public synchronized void kill() {
        run.kill();
        paused = false;
    }

    /** Freezes the server: its port accepts connections, and nothing answers. */
    public synchronized void pause() {
        run.signal("STOP");
        paused = true;
    }

    /** Lets a frozen server go on. */
    public synchronized void resume() {
        run.signal("CONT");
        paused = false;
    }

    /** Starts the server again on the same port and with the same settings, after ending it where it still runs. */
    public synchronized void restart() {
        if (closed) {
            throw new IllegalStateException("The Redis on port " + port + " is closed");
        }
        stop();
        run = RedisProcess.start(binary, directory, port, settings);
    }

    /** {@return whether the server can answer: not a frozen or ended one; it waits for no other thread} */
    public boolean isRunning() {
        return !paused && run.process().isAlive();
    }

    /** Lets a frozen server go on, and starts an ended one again. */
    public synchronized void heal() {
        if (!run.process().isAlive()) {
            restart();
        } else if (paused) {
            resume();
        }
    }

    /** Ends the server and removes its folder. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        stop();
        delete(directory);
    }

    static void delete(Path directory) {
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path entry : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(entry);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("Could not remove " + directory, failed);
        }
    }

    // Below the ports that systems hand out to clients: a client that tries to reconnect while the server is down could
    // be given the server's own port and connect to itself. A cluster node also takes the port plus 10000, which has to
    // stay below those (from 32768 on Linux), too.
    private static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 22_768);
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getByName(HOST))) {
                return probe.getLocalPort();
            } catch (IOException taken) {
                continue;
            }
        }
    }
}
