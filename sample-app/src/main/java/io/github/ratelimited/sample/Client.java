package io.github.ratelimited.sample;

import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A command of the console: calls a story steadily and prints each second how it was answered. What it prints is what it is
 * for, and one method prints it all. In one file, so that {@code java} alone runs it.
 */
public final class Client {

    private static final String USAGE = """

            client STORY [RATE [SECONDS [URL ...]]]

              STORY    greetings, quota, push, replies, rides or reports
              RATE     calls a second, from 1 to 1000; 10 unless given
              SECONDS  how long, from 1 to 3600; 10 unless given
              URL      where the application is, called in turn if several; unless given
                       http://localhost:8080, or the port that SERVER_PORT says
            """;

    /** Longer than any story waits for its permits. */
    private static final int LAST_ANSWERS_SECONDS = 10;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Tally total = new Tally();
    private volatile Tally second = new Tally();

    private Client() {}

    /**
     * Runs the client.
     *
     * @param args the story, and if wanted the rate, the seconds and URLs
     * @throws InterruptedException when it is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        try {
            if (args.length == 0) {
                throw new IllegalArgumentException("STORY is missing");
            }
            String story = args[0];
            int rate = number("RATE", args.length > 1 ? args[1] : "10", 1000);
            int seconds = number("SECONDS", args.length > 2 ? args[2] : "10", 3600);
            List<String> urls = args.length > 3 ? List.of(args).subList(3, args.length) : List.of(defaultUrl());
            List<HttpRequest> requests =
                    urls.stream().map(url -> request(story, url)).toList();
            print(System.out, "Calls " + String.join(" and ", urls));
            new Client().run(requests, rate, seconds);
        } catch (IllegalArgumentException ex) {
            print(System.err, ex.getMessage() + "\n" + USAGE);
            System.exit(2);
        }
    }

    private static void print(PrintStream console, String text) {
        console.println(text);
    }

    private static String defaultUrl() {
        return "http://localhost:" + System.getenv().getOrDefault("SERVER_PORT", "8080");
    }

    private static int number(String name, String text, int most) {
        if (!text.matches("[1-9]\\d{0,3}") || Integer.parseInt(text) > most) {
            throw new IllegalArgumentException(name + " must be from 1 to " + most + ", but is '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    private static HttpRequest request(String story, String url) {
        return switch (story) {
            case "greetings" -> request("GET", url + "/api/greetings?user=alice", "");
            case "quota" -> request("GET", url + "/api/quota?user=alice", "");
            case "push" ->
                request(
                        "POST",
                        url + "/api/push",
                        Collections.nCopies(20, "\"Your train is late\"").toString());
            case "replies" -> request("POST", url + "/api/replies?user=alice", "");
            case "rides" -> request("POST", url + "/api/rides", "");
            case "reports" -> request("GET", url + "/api/reports", "");
            default -> throw new IllegalArgumentException("There is no story '" + story + "'");
        };
    }

    private static HttpRequest request(String method, String url, String body) {
        return HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
    }

    private void run(List<HttpRequest> requests, int rate, int seconds) throws InterruptedException {
        Iterator<HttpRequest> calls = Stream.generate(requests::stream)
                .flatMap(each -> each)
                .limit((long) rate * seconds)
                .iterator();
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        timer.scheduleAtFixedRate(
                () -> {
                    if (calls.hasNext()) {
                        send(calls.next());
                    }
                },
                0,
                1_000_000_000L / rate,
                TimeUnit.NANOSECONDS);
        for (int passed = 1;
                passed <= seconds
                        || ((total.isOpen() || total.sent.sum() < (long) rate * seconds)
                                && passed <= seconds + LAST_ANSWERS_SECONDS);
                passed++) {
            TimeUnit.SECONDS.sleep(1);
            Tally last = second;
            second = new Tally();
            print(System.out, last.line(passed + " s"));
        }
        timer.shutdownNow();
        print(System.out, total.line("total"));
    }

    private void send(HttpRequest request) {
        long begin = System.nanoTime();
        second.sent.increment();
        total.sent.increment();
        http.sendAsync(request, BodyHandlers.discarding()).whenComplete((response, failure) -> {
            String answer = response == null ? "no answer" : Integer.toString(response.statusCode());
            Stream.of(second, total).forEach(tally -> tally.answered(answer, System.nanoTime() - begin));
        });
    }

    private static final class Tally {

        private final LongAdder sent = new LongAdder();
        private final LongAdder answered = new LongAdder();
        private final LongAdder nanos = new LongAdder();
        private final Map<String, LongAdder> answers = new ConcurrentSkipListMap<>();

        void answered(String answer, long took) {
            answers.computeIfAbsent(answer, ignored -> new LongAdder()).increment();
            nanos.add(took);
            answered.increment();
        }

        boolean isOpen() {
            return answered.sum() < sent.sum();
        }

        String line(String when) {
            String counts = answers.entrySet().stream()
                    .map(entry -> "%6d x %s".formatted(entry.getValue().sum(), entry.getKey()))
                    .collect(Collectors.joining());
            long mean = nanos.sum() / Math.max(1, answered.sum()) / 1_000_000;
            return "%6s %6d sent, mean %4d ms,%s".formatted(when, sent.sum(), mean, counts);
        }
    }
}
