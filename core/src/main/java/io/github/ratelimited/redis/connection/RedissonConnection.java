package io.github.ratelimited.redis.connection;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.internal.DaemonThreads;
import io.github.ratelimited.internal.Deadlines;
import io.github.ratelimited.internal.Nanos;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to Redis by a {@link RedissonClient} that may not be there yet. A client that is made here, and a lazy one of the
 * application, connects on a thread of its own and is tried again until it succeeds, because Redisson blocks its caller
 * for seconds while it connects. Safe for use by many threads.
 */
public final class RedissonConnection implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RedissonConnection.class);

    /** Longer than connecting takes on a busy machine, and than a lazy client takes to give up. */
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

    /** So long after the deadline of a decision replies are still seen, and permits given back. */
    private static final Duration LATE = Duration.ofSeconds(2);

    /** More than the first script takes on a busy machine. */
    private static final Duration LONGEST_CHECK = Duration.ofSeconds(10);

    private static final Duration LONGEST_SHUTDOWN = Duration.ofSeconds(10);

    /**
     * Netty ends its loops when nothing has run for so long. Without it, as Redisson shuts down by default, a connection
     * that is being made again at that moment is registered after all others have been closed, and stays open.
     */
    private static final Duration QUIET = Duration.ofMillis(10);

    private final Supplier<RedissonClient> clients;
    private final boolean owned;
    private final FirstAttempt firstAttempt = new FirstAttempt();
    private final ConnectionAttempts attempts = new ConnectionAttempts(firstAttempt, this::where);
    private volatile Supplier<? extends CompletionStage<?>> firstRequest =
            () -> CompletableFuture.completedFuture(null);
    private volatile Duration responseTimeout = LATE;
    private final AtomicReference<@Nullable ConnectedClient> connected = new AtomicReference<>();
    private final Thread connecting = DaemonThreads.make("ratelimited-connect", this::connectUntilClosed);
    private volatile @Nullable RedissonClient client;
    private volatile boolean closed;

    private RedissonConnection(Supplier<RedissonClient> clients, boolean owned) {
        this.clients = clients;
        this.owned = owned;
    }

    /**
     * Uses a client of the application, which stays open when this is closed.
     *
     * @param client the client
     * @return the connection, ready unless the client is lazy
     */
    public static RedissonConnection of(RedissonClient client) {
        RedissonConnection connection = new RedissonConnection(() -> client, false);
        if (client.getConfig().isLazyInitialization()) {
            connection.connectInBackground();
        } else {
            connection.use(client);
            connection.firstAttempt.end();
        }
        return connection;
    }

    /**
     * Makes a client of its own, which is shut down when this is closed.
     *
     * @param clients makes the client; called on a background thread until it succeeds
     * @return the connection, not ready yet
     */
    public static RedissonConnection connect(Supplier<RedissonClient> clients) {
        RedissonConnection connection = new RedissonConnection(clients, true);
        connection.connectInBackground();
        return connection;
    }

    /** {@return what is waited for before Redis is asked for the first time} */
    public FirstAttempt firstAttempt() {
        return firstAttempt;
    }

    /**
     * Lets requests wait for their replies at least until these are too late for decisions with a timeout.
     *
     * @return how long it waits for a reply
     */
    public synchronized Duration extendReplyTimeout(Duration timeout) {
        Duration wanted = timeout.plus(LATE);
        responseTimeout = wanted.compareTo(responseTimeout) > 0 ? wanted : responseTimeout;
        if (isConnected() && client != null) {
            use(client);
        }
        return responseTimeout;
    }

    /** {@return has the client while it is connected, for callers that ask often} */
    AtomicReference<@Nullable ConnectedClient> connected() {
        return connected;
    }

    private boolean isConnected() {
        return connected.get() != null;
    }

    /** {@return the client, or {@code null} while there is no connection} */
    @Nullable
    public RedissonClient client() {
        ConnectedClient now = connected.get();
        return now == null ? null : now.client();
    }

    /**
     * What is asked as soon as there is a connection, before the first attempt has ended. It pays for loading classes and
     * scripts, for which the deadline of a caller would be short.
     */
    public void firstRequest(Supplier<? extends CompletionStage<?>> request) {
        firstRequest = request;
        if (isConnected()) {
            request.get();
        }
    }

    /** {@return why there is no connection yet, if that is known} */
    @Nullable
    public Throwable failure() {
        return attempts.failure();
    }

    /** {@return what to fail with while there is no connection} */
    public RateLimiterUnavailableException unavailable() {
        return new RateLimiterUnavailableException("Redis is not connected" + where(), failure());
    }

    private void connectInBackground() {
        firstAttempt.onSilence(
                LONGEST_SILENCE,
                () -> log.warn(
                        "The first attempt to connect to Redis{} has taken {} s; calls no longer wait for it",
                        where(),
                        LONGEST_SILENCE.toSeconds()));
        connecting.start();
    }

    private void connectUntilClosed() {
        attempts.run(this::connect, () -> closed || isConnected());
        if (closed) {
            shutDown();
        }
    }

    private Void connect() throws Exception {
        RedissonClient made = client != null ? client : clients.get();
        client = made;
        try {
            RScript script = ConnectedClient.of(made, responseTimeout).script(ByteArrayCodec.INSTANCE);
            ScriptRunner.run(script, "return 1", RScript.ReturnType.LONG, List.of())
                    .get(Nanos.of(LONGEST_CHECK), TimeUnit.NANOSECONDS);
        } catch (TimeoutException ex) {
            // Who knows what it is doing.
            shutDown();
            throw ex;
        }
        use(made);
        log.info("Connected to Redis{}", where());
        Deadlines.all(Nanos.of(LONGEST_CHECK), List.of(firstRequest.get().toCompletableFuture()))
                .join();
        return null;
    }

    private String where() {
        RedissonClient known = client;
        return known == null ? "" : ServerAddresses.at(known.getConfig());
    }

    private synchronized void use(RedissonClient ready) {
        client = ready;
        connected.set(ConnectedClient.of(ready, responseTimeout));
    }

    @Override
    public void close() {
        closed = true;
        connected.set(null);
        firstAttempt.end();
        LockSupport.unpark(connecting);
        shutDown();
    }

    private synchronized void shutDown() {
        RedissonClient open = client;
        if (owned && open != null) {
            client = null;
            open.shutdown(QUIET.toMillis(), LONGEST_SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
