package io.github.ratelimited.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All that is compared, in the order of the report. */
record Comparisons(Plan plan) {

    private static final Logger log = LoggerFactory.getLogger(Comparisons.class);

    /** The names of the results, as tools read them. */
    static final Set<String> KEYS = Set.of(
            "hot_key_64_threads",
            "distinct_keys_64_threads",
            "distinct_keys_4_threads",
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
            "local_store_ns",
            "local_store_8_threads_ns",
            "async_in_flight_1000",
            "start_up_ms_added");

    Report run() {
        List<Result> results = new ArrayList<>();
        Environment environment;
        try (Peers peers = new Peers();
                ServerUse use = ServerUse.of(peers.server.redis())) {
            environment = Environment.of(redis(peers, use), peers.processors);
            log.info("Measuring on {}", environment);
            Throughput throughput = new Throughput(plan, peers);
            add(results, throughput.hotKey());
            add(results, throughput.distinctKeys());
            add(results, throughput.fewThreads());
            add(results, throughput.singleThread());
            add(results, throughput.deniedHotKey());
            add(results, throughput.asyncInFlight());
            ServerTime server = new ServerTime(plan, peers, use);
            add(results, server.granted());
            add(results, server.denied());
            server.expiry().forEach(result -> add(results, result));
            add(results, new StartUp(plan, peers.server.url()).result());
        }
        new Waiters(plan).results().forEach(result -> add(results, result));
        InProcess inProcess = new InProcess(plan);
        inProcess.localStore().forEach(result -> add(results, result));
        inProcess.aspect().forEach(result -> add(results, result));
        return new Report(environment, results);
    }

    /** Without its place, which is another in each run. Scripts ask for much memory, so it matters who gives it. */
    private static String redis(Peers peers, ServerUse use) {
        return peers.server.describe().split(",", 2)[0] + ", " + use.allocator();
    }

    private static void add(List<Result> results, Result result) {
        log.info("{}: {}", result.key(), result.summary());
        results.add(result);
    }
}
