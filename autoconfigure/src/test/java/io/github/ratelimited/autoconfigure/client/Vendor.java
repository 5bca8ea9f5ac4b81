package io.github.ratelimited.autoconfigure.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** A server of somebody else, which counts what reaches it and answers as it is told. */
final class Vendor implements AutoCloseable {

    /**
     * An answer.
     *
     * @param status status
     * @param headers names and values in turn
     */
    record Answer(int status, List<String> headers) {

        static Answer of(int status, String... headers) {
            return new Answer(status, List.of(headers));
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private volatile Gate gate = new Gate(0);

    /** Keeps requests from being answered. */
    static final class Gate implements AutoCloseable {

        private final CountDownLatch arrived;
        private final Semaphore open;

        private Gate(int requests) {
            arrived = new CountDownLatch(requests);
            open = new Semaphore(requests == 0 ? Integer.MAX_VALUE / 2 : 0);
        }

        void awaitAll() throws InterruptedException {
            arrived.await();
        }

        void letOne() {
            open.release();
        }

        void letAll() {
            open.release(1_000_000);
        }

        private void pass() {
            arrived.countDown();
            open.acquireUninterruptibly();
        }

        @Override
        public void close() {
            letAll();
        }
    }

    /** Keeps the requests that come from now on, until they are let through. */
    Gate gate(int requests) {
        gate = new Gate(requests);
        return gate;
    }

    Vendor() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        gate.pass();
        Answer next = answers.poll();
        Answer answer = next == null ? Answer.of(200) : next;
        for (int i = 0; i < answer.headers().size(); i += 2) {
            exchange.getResponseHeaders()
                    .add(answer.headers().get(i), answer.headers().get(i + 1));
        }
        exchange.sendResponseHeaders(answer.status(), -1);
        exchange.close();
    }

    /** Answers the next request so; 200 where nothing is said. */
    void next(int status, String... headers) {
        answers.add(Answer.of(status, headers));
    }

    List<String> requests() {
        return List.copyOf(requests);
    }

    void forget() {
        requests.clear();
        answers.clear();
        gate = new Gate(0);
    }

    String host() {
        return "localhost:" + server.getAddress().getPort();
    }

    String url() {
        return "http://" + host();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
