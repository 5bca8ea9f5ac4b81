package io.github.ratelimited.autoconfigure.web;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Settings of routes and their limiters, as arguments of an application. */
final class RouteArguments {

    private RouteArguments() {}

    static List<String> route(String id, String... settings) {
        return Arrays.stream(settings)
                .map(setting -> "--ratelimited.routes." + id + "." + setting)
                .toList();
    }

    static List<String> limiter(String name, int rate) {
        return Stream.of("rate=" + rate, "interval=1h")
                .map(setting -> "--ratelimited.limiters." + name + "." + setting)
                .toList();
    }
}
