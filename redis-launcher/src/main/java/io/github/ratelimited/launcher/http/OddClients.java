package io.github.ratelimited.launcher.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Clients that send the same odd requests to two servers, the same ones at each run. */
public final class OddClients {

    private static final int CONNECTIONS = 4;
    private static final long SEED = 33;

    private OddClients() {}

    /**
     * What two servers answered to the same request.
     *
     * @param request the request as it was sent
     * @param one answer of the first server
     * @param other answer of the second server
     */
    public record Answers(String request, RawConnection.Answer one, RawConnection.Answer other) {}

    /**
     * Sends requests over several connections at once.
     *
     * @param requests how many each server gets
     * @param one port of the first server
     * @param other port of the second server
     * @param check is called on several threads at once with what they answered
     * @throws ExecutionException when a server cannot be reached, or a check throws
     * @throws InterruptedException when the thread is interrupted
     */
    public static void send(int requests, int one, int other, Consumer<Answers> check)
            throws ExecutionException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Callable<Void>> clients = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                OddRequests odd = new OddRequests(SEED * CONNECTIONS + i);
                clients.add(() -> {
                    send(requests / CONNECTIONS, odd, one, other, check);
                    return null;
                });
            }
            for (Future<Void> client : threads.invokeAll(clients)) {
                client.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void send(int requests, OddRequests odd, int one, int other, Consumer<Answers> check)
            throws IOException {
        try (RawConnection first = new RawConnection(one);
                RawConnection second = new RawConnection(other)) {
            for (int i = 0; i < requests; i++) {
                String request = odd.next();
                check.accept(new Answers(request, first.send(request), second.send(request)));
            }
        }
    }
}
