package io.github.ratelimited.benchmarks;

import io.github.ratelimited.benchmarks.application.Http;
import io.github.ratelimited.benchmarks.application.StartUp;
import io.github.ratelimited.benchmarks.inprocess.InProcess;
import io.github.ratelimited.benchmarks.measure.Plan;
import io.github.ratelimited.benchmarks.measure.Result;
import io.github.ratelimited.benchmarks.redis.Leased;
import io.github.ratelimited.benchmarks.redis.Peers;
import io.github.ratelimited.benchmarks.redis.ServerTime;
import io.github.ratelimited.benchmarks.redis.ServerUse;
import io.github.ratelimited.benchmarks.redis.Settled;
import io.github.ratelimited.benchmarks.redis.Throughput;
import io.github.ratelimited.benchmarks.redis.Waiters;
import io.github.ratelimited.benchmarks.report.Environment;
import io.github.ratelimited.benchmarks.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that is compared, in the order of the report.
 *
 * @param plan how much is measured
 * @param rows keys of the results that are wanted, none for all
 */
record Comparisons(Plan plan, Set<String> rows) {

    /** Compares all. */
    Comparisons(Plan plan) {
        this(plan, Set.of());
    }

    private static final Logger log = LoggerFactory.getLogger(Comparisons.class);

    /** The names of the results, as tools read them. */
    static final Set<String> KEYS = Set.of(
            "hot_key_64_threads",
            "distinct_keys_64_threads",
            "distinct_keys_2_threads",
            "distinct_keys_4_threads",
            "distinct_keys_8_threads",
            "distinct_keys_16_threads",
            "leased_hot_key_64_threads",
            "leased_single_thread_ns",
            "leased_scripts_per_grant",
            "settle_ns",
            "settle_bytes",
            "settle_scripts_per_call",
            "settle_server_us",
            "single_thread",
            "denied_hot_key",
            "server_us_granted",
            "server_us_denied",
            "bytes_per_permit",
            "ms_after_100k_expired",
            "scripts_per_grant_500_waiters",
            "reached_rate_20_per_s",
            "aspect_ns",
            "aspect_bytes",
            "route_ns",
            "http_refused_route",
            "http_refused_route_p99",
            "http_refused_route_us",
            "http_refused_method",
            "http_refused_method_p99",
            "http_refused_method_us",
            "http_refused_reactive_route",
            "http_refused_reactive_route_p99",
            "http_refused_reactive_route_us",
            "http_refused_reactive_method",
            "http_refused_reactive_method_p99",
            "http_refused_reactive_method_us",
            "local_store_ns",
            "local_store_8_threads_ns",
            "async_in_flight_1000",
            "start_up_ms_added");

    Report run() {
        List<Result> results = new ArrayList<>();
        Environment environment;
        try (Peers peers = new Peers();
                ServerUse use = ServerUse.of(peers.server().redis());
                Leased leased = Leased.of(plan, peers)) {
            environment = Environment.of(redis(peers, use), peers.processors());
            log.info("Measuring on {}", environment);
            Throughput throughput = new Throughput(plan, peers);
            add(results, one(throughput::hotKey), "hot_key_64_threads");
            add(results, one(leased::hotKey), "leased_hot_key_64_threads");
            add(results, one(leased::singleThread), "leased_single_thread_ns");
            add(results, one(() -> Leased.scripts(plan)), "leased_scripts_per_grant");
            add(results, one(() -> throughput.distinctKeys(64)), "distinct_keys_64_threads");
            add(results, one(() -> throughput.distinctKeysOfScripts(2)), "distinct_keys_2_threads");
            add(results, one(() -> throughput.distinctKeys(4)), "distinct_keys_4_threads");
            add(results, one(() -> throughput.distinctKeysOfScripts(8)), "distinct_keys_8_threads");
            add(results, one(() -> throughput.distinctKeysOfScripts(16)), "distinct_keys_16_threads");
            add(results, one(throughput::singleThread), "single_thread");
            add(results, one(throughput::rejectedHotKey), "denied_hot_key");
            add(results, one(throughput::asyncInFlight), "async_in_flight_1000");
            Settled settled = new Settled(plan, peers);
            add(results, settled::caller, "settle_ns", "settle_bytes");
            add(results, one(() -> settled.scripts(use)), "settle_scripts_per_call");
            add(results, one(() -> settled.server(use)), "settle_server_us");
            ServerTime server = new ServerTime(plan, peers, use);
            add(results, one(server::granted), "server_us_granted");
            add(results, one(server::rejected), "server_us_denied");
            add(results, server::expiry, "bytes_per_permit", "ms_after_100k_expired");
            Http http = new Http(plan, peers.server().url());
            add(results, http::routes, http("route"));
            add(results, http::methods, http("method"));
            add(results, http::reactiveRoutes, http("reactive_route"));
            add(results, http::reactiveMethods, http("reactive_method"));
            add(results, one(() -> new StartUp(plan, peers.server().url()).result()), "start_up_ms_added");
        }
        add(results, new Waiters(plan)::results, "scripts_per_grant_500_waiters", "reached_rate_20_per_s");
        InProcess inProcess = new InProcess(plan);
        add(results, inProcess::localStore, "local_store_ns", "local_store_8_threads_ns");
        add(results, inProcess::aspect, "aspect_ns", "aspect_bytes");
        add(results, inProcess::routes, "route_ns");
        return new Report(environment, results);
    }

    /** Without its place, which is another in each run. Scripts ask for much memory, so it matters who gives it. */
    private static String redis(Peers peers, ServerUse use) {
        return peers.server().describe().split(",", 2)[0] + ", " + use.allocator();
    }

    private static String[] http(String limited) {
        String key = "http_refused_" + limited;
        return new String[] {key, key + "_p99", key + "_us"};
    }

    private static Supplier<List<Result>> one(Supplier<Result> result) {
        return () -> List.of(result.get());
    }

    /** Measures what makes rows, if one of them is wanted. */
    private void add(List<Result> results, Supplier<List<Result>> measured, String... keys) {
        if (rows.isEmpty() || Stream.of(keys).anyMatch(rows::contains)) {
            for (Result result : measured.get()) {
                log.info("{}: {}", result.key(), result.summary());
                results.add(result);
            }
        }
    }
}
