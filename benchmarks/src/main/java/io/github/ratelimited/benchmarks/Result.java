package io.github.ratelimited.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One comparison. A ratio is ours to the other's, so more than 1 is good for speeds and bad for costs.
 *
 * @param key name in the file of results
 * @param title what was compared, for people
 * @param unit unit of the measures
 * @param measures by name of who was measured: ours first, then the peer that the ratio is about, then others
 */
record Result(String key, String title, String unit, Map<String, Measure> measures) {

    static final String OURS = "Ratelimited";

    static Map<String, Measure> pair(Measure ours, String peer, Measure theirs) {
        Map<String, Measure> measures = new LinkedHashMap<>();
        measures.put(OURS, ours);
        measures.put(peer, theirs);
        return measures;
    }

    Measure ours() {
        return measures.values().iterator().next();
    }

    private Measure measure(String name) {
        return Objects.requireNonNull(measures.get(name), name);
    }

    String peer() {
        return measures.keySet().stream().skip(1).findFirst().orElseThrow();
    }

    double ratio(String name) {
        return ours().median() / measure(name).median();
    }

    String summary() {
        return measures.keySet().stream()
                .map(name -> name + " " + Report.number(measure(name).median()))
                .collect(Collectors.joining(", ", "", ", " + Report.number(ratio(peer())) + " of " + peer()));
    }

    Map<String, Object> toJson() {
        Map<String, Object> all = new LinkedHashMap<>();
        measures.forEach((name, measure) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("median", rounded(measure.median()));
            one.put("lowest", rounded(measure.lowest()));
            one.put("highest", rounded(measure.highest()));
            one.put("ratio", rounded(ratio(name)));
            all.put(name, one);
        });
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ours", rounded(ours().median()));
        json.put("peer", rounded(measure(peer()).median()));
        json.put("ratio", rounded(ratio(peer())));
        json.put("unit", unit);
        json.put("peer_name", peer());
        json.put("measures", all);
        return json;
    }

    private static double rounded(double value) {
        double scale = Math.pow(10, Math.max(0, 3 - (int) Math.floor(Math.log10(Math.max(Math.abs(value), 1e-3)))));
        return Math.round(value * scale) / scale;
    }
}
