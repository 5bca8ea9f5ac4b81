package io.github.ratelimited.launcher.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

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
     */
    public static void send(int requests, int one, int other, Consumer<Answers> check) {
        IntStream.range(0, CONNECTIONS)
                .parallel()
                .mapToObj(i -> new OddRequests(SEED * CONNECTIONS + i))
                .forEach(odd -> send(requests / CONNECTIONS, odd, one, other, check));
    }

    private static void send(int requests, OddRequests odd, int one, int other, Consumer<Answers> check) {
        try (RawConnection first = new RawConnection(one);
                RawConnection second = new RawConnection(other)) {
            for (int i = 0; i < requests; i++) {
                String request = odd.next();
                check.accept(new Answers(request, first.send(request), second.send(request)));
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
