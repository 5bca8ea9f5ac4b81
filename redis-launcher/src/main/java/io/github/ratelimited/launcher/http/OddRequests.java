package io.github.ratelimited.launcher.http;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Requests as nobody should send them, the same ones for the same seed. Not safe for use by many threads. */
final class OddRequests {

    private static final List<String> PIECES = with(
            List.of("", "", "a b", "%0d%0aX: y", "a".repeat(300)),
            "api API %61pi a%70i api;v=1 api; api.json api%20 shop Shop shop;jsessionid=1 orders order%73",
            "orders;a=b;c=d,e %2F %5C \\ %00 % %zz %c0%ae %e2%82%ac",
            ". .. %2e %2e%2e %2E. ; ~ * ** {id} x ' \" < |");

    private static final List<String> METHODS = List.of(
            "GET", "GET", "GET", "GET", "GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "get", "FOO",
            "TRACE");

    private static final List<String> HOSTS =
            with(List.of("", "x y"), "localhost LOCALHOST LocalHost:80 localhost. [::1] [0:0::1]:8080 127.0.0.1 a_b ä");

    /** One network in several spellings, and what is no address at all. */
    private static final List<String> ADDRESSES = with(
            List.of("", " ", "' or 1=1", "9".repeat(400)),
            "2001:db8::1 2001:DB8:0:0:0:0:0:2 2001:0db8::3%eth0 [2001:db8::4] [2001:db8::5]:80 2001:db8::1::2",
            "192.0.2.1 192.0.2.1:80 ::ffff:192.0.2.1 ::ffff:c000:201 010.0.0.1 300.1.1.1 1.2.3",
            ":: ::: localhost example.com unknown _hidden , { } *");

    private static final List<String> FORWARDED = List.of(
            "X-Forwarded-For",
            "Forwarded",
            "X-Real-IP",
            "X-Forwarded-Host",
            "X-Forwarded-Port",
            "X-Forwarded-Prefix",
            "X-Forwarded-Proto",
            "x-forwarded-for");

    private final Random random;

    OddRequests(long seed) {
        this.random = new Random(seed);
    }

    private static List<String> with(List<String> others, String... words) {
        return Stream.concat(others.stream(), Stream.of(words).flatMap(line -> Stream.of(line.split(" "))))
                .toList();
    }

    String next() {
        StringBuilder request =
                new StringBuilder(any(METHODS)).append(' ').append(path()).append(" HTTP/1.1\r\n");
        request.append("Host: ").append(any(HOSTS)).append("\r\n");
        for (int i = random.nextInt(4); i > 0; i--) {
            request.append(any(FORWARDED)).append(": ").append(addresses()).append("\r\n");
        }
        if (random.nextInt(8) == 0) {
            request.append("Origin: https://").append(any(HOSTS)).append("\r\n");
        }
        if (random.nextInt(8) == 0) {
            request.append("Access-Control-Request-Method: ")
                    .append(any(METHODS))
                    .append("\r\n");
        }
        return request.append("Content-Length: 0\r\n\r\n").toString();
    }

    private String path() {
        StringBuilder path = new StringBuilder(random.nextInt(3) == 0 ? "" : "/shop/api");
        for (int i = random.nextInt(5); i > 0; i--) {
            path.append('/').append(any(PIECES));
        }
        if (path.isEmpty()) {
            path.append('/');
        }
        return random.nextInt(4) == 0 ? path.append('?').append(any(PIECES)).toString() : path.toString();
    }

    private String addresses() {
        StringBuilder addresses = new StringBuilder(any(ADDRESSES));
        for (int i = random.nextInt(3); i > 0; i--) {
            addresses.append(random.nextBoolean() ? ", " : ";for=").append(any(ADDRESSES));
        }
        return addresses.toString();
    }

    private String any(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
