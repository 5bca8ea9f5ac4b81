package io.github.ratelimited.benchmarks.application;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Connections to a server that the thread of the caller serves alone: with a thread for each, threads of the client and of
 * the server would push each other aside, and requests that wait for nothing most of all.
 */
final class Connections implements AutoCloseable {

    /** Reactor Netty 1.3.7 may stop reading a connection that it keeps: reactor/reactor-netty#4361. */
    private static final Duration SILENCE = Duration.ofMillis(300);

    /** The shortest time that a selector can wait. */
    private static final Duration TICK = Duration.ofMillis(1);

    private final Selector selector;
    private final List<Connection> all;

    Connections(int port, int count) {
        try {
            selector = Selector.open();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        all = IntStream.range(0, count)
                .mapToObj(i -> new Connection(port, selector))
                .toList();
    }

    /**
     * Sends requests, on each connection the next when one is answered.
     *
     * @param status what each is answered with
     * @param length how long
     * @return nanoseconds that each took which was answered in that time, or that the first took where none was
     */
    List<Long> send(String path, int status, Duration length) {
        ByteBuffer request = Connection.request(path);
        List<Long> times = new ArrayList<>();
        long end = System.nanoTime() + length.toNanos();
        int open = all.size();
        all.forEach(connection -> connection.send(request));
        while (open > 0) {
            for (Connection answered : answered(path, status, SILENCE)) {
                long now = System.nanoTime();
                if (now < end) {
                    times.add(now - answered.sent());
                    answered.send(request);
                } else {
                    if (times.isEmpty()) {
                        times.add(now - answered.sent());
                    }
                    open--;
                }
            }
            repeatAfterSilence(request);
        }
        return times;
    }

    /**
     * Sends requests at a steady rate, at least one, whether or not earlier ones are answered. Those that find no free connection wait
     * for one.
     *
     * @param status what each is answered with
     * @param perSecond requests a second
     * @param length how long
     * @return nanoseconds that each took, with the time that it waited for a connection
     */
    List<Long> sendSteadily(String path, int status, double perSecond, Duration length) {
        ByteBuffer request = Connection.request(path);
        int count = 1 + (int) (perSecond * length.toNanos() / 1e9);
        List<Long> times = new ArrayList<>(count);
        Deque<Connection> free = new ArrayDeque<>(all);
        Deque<Long> due = new ArrayDeque<>();
        long began = System.nanoTime();
        for (int came = 0; times.size() < count; ) {
            long now = System.nanoTime();
            for (int all = (int) Math.min(count, 1 + (now - began) / 1e9 * perSecond); came < all; came++) {
                due.add(now);
            }
            while (!due.isEmpty() && !free.isEmpty()) {
                free.remove().send(request, due.remove());
            }
            for (Connection answered : answered(path, status, TICK)) {
                times.add(System.nanoTime() - answered.sent());
                free.add(answered);
            }
            repeatAfterSilence(request);
        }
        return times;
    }

    private void repeatAfterSilence(ByteBuffer request) {
        all.stream().filter(each -> each.waitsFor(SILENCE)).forEach(silent -> {
            silent.reopen();
            silent.send(request);
        });
    }

    private List<Connection> answered(String path, int status, Duration longest) {
        List<Connection> answered = new ArrayList<>();
        try {
            selector.select(ready -> add(answered, (Connection) ready.attachment(), path, status), longest.toMillis());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return answered;
    }

    private static void add(List<Connection> answered, Connection ready, String path, int status) {
        int read = ready.read();
        if (read == status) {
            answered.add(ready);
        } else if (read != 0) {
            throw new IllegalStateException(path + " was answered with " + read);
        }
    }

    @Override
    public void close() {
        all.forEach(Connection::close);
        try {
            selector.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
