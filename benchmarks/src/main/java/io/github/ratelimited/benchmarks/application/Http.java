package io.github.ratelimited.benchmarks.application;

import com.sun.management.OperatingSystemMXBean;
import io.github.ratelimited.benchmarks.measure.Measure;
import io.github.ratelimited.benchmarks.measure.Plan;
import io.github.ratelimited.benchmarks.measure.Result;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Requests over HTTP that are rejected, beside those that are allowed, on as many connections as there would be threads.
 *
 * @param plan how much is measured
 * @param redis URL of the Redis that the application uses
 */
public record Http(Plan plan, String redis) {

    private static final String REJECTED = Result.OURS + ", rejected";
    private static final String ALLOWED = "allowed";
    private static final int WARM_UP = 26;

    /** The rate at which times are measured, as a share of the allowed requests that the application can answer. */
    private static final double STEADY = 0.5;

    /**
     * What one round measured.
     *
     * @param perSecond requests a second, as many as can be
     * @param p99 the time in milliseconds that 99 of 100 took at most, at a steady rate
     * @param processor processor time in microseconds of a request, without that of the client and of Redis
     */
    private record Round(double perSecond, double p99, double processor) {}

    /** {@return requests that routes limit} */
    public List<Result> routes() {
        return pair(WebApplicationType.SERVLET, "route", "a route", "/full/u", "/open/u");
    }

    /** {@return requests whose methods are limited} */
    public List<Result> methods() {
        return pair(WebApplicationType.SERVLET, "method", "a method", "/method/full/u", "/method/open/u");
    }

    /** {@return requests that routes limit on Netty} */
    public List<Result> reactiveRoutes() {
        return pair(WebApplicationType.REACTIVE, "reactive_route", "a route of WebFlux", "/full/u", "/open/u");
    }

    /** {@return requests whose methods return a Mono and are limited} */
    public List<Result> reactiveMethods() {
        return pair(
                WebApplicationType.REACTIVE,
                "reactive_method",
                "a reactive method",
                "/reactive/full/u",
                "/reactive/open/u");
    }

    private List<Result> pair(WebApplicationType type, String key, String limited, String full, String open) {
        try (ConfigurableApplicationContext context = WebApplication.start(
                type,
                "--spring.data.redis.url=" + redis,
                "--ratelimited.prefix=http-" + key,
                "--ratelimited.redis.timeout=10s")) {
            int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            Map<String, List<Round>> rounds = rounds(port, full, open);
            String name = "http_refused_" + key;
            return List.of(
                    result(name, "Requests rejected by " + limited, "requests/s", rounds, Round::perSecond),
                    result(
                            name + "_p99",
                            "99th percentile of requests rejected by " + limited,
                            "ms",
                            rounds,
                            Round::p99),
                    result(
                            name + "_us",
                            "Processor time of a request rejected by " + limited + ", without client and Redis",
                            "us",
                            rounds,
                            Round::processor));
        }
    }

    private Map<String, List<Round>> rounds(int port, String full, String open) {
        Map<String, List<Round>> rounds = new LinkedHashMap<>();
        rounds.put(REJECTED, new ArrayList<>());
        rounds.put(ALLOWED, new ArrayList<>());
        try (Connections one = new Connections(port, 1);
                Connections all = new Connections(port, plan.threads())) {
            one.send(open, 200, Duration.ZERO);
            // The one permit that a full limit has.
            one.send(full, 200, Duration.ZERO);
            for (int i = 0; i < 2; i++) {
                all.send(full, 429, plan.round().multipliedBy(WARM_UP / 2));
                all.send(open, 200, plan.round().multipliedBy(WARM_UP / 2));
            }
            double rate = STEADY * perSecond(all.send(open, 200, plan.round()));
            for (int i = 0; i < Math.max(1, plan.rounds()); i++) {
                rounds.get(REJECTED).add(round(all, full, 429, rate));
                rounds.get(ALLOWED).add(round(all, open, 200, rate));
            }
        }
        return rounds;
    }

    private static Result result(
            String key, String title, String unit, Map<String, List<Round>> rounds, ToDoubleFunction<Round> measured) {
        Map<String, Measure> measures = new LinkedHashMap<>();
        rounds.forEach((name, all) -> measures.put(
                name, Measure.of(all.stream().mapToDouble(measured).boxed().toList())));
        return new Result(key, title, unit, measures);
    }

    private Round round(Connections connections, String path, int status, double rate) {
        long used = processorOfServer();
        List<Long> times = connections.send(path, status, plan.round());
        double processor = (processorOfServer() - used) / 1e3 / times.size();
        List<Long> steady =
                connections.sendSteadily(path, status, rate, plan.round().dividedBy(2));
        steady.sort(null);
        return new Round(perSecond(times), steady.get((int) (steady.size() * 0.99)) / 1e6, processor);
    }

    private double perSecond(List<Long> times) {
        return times.size() * 1e9 / plan.round().toNanos();
    }

    /** Nanoseconds of all threads but this one, which is the client. */
    private static long processorOfServer() {
        OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return process.getProcessCpuTime() - ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
