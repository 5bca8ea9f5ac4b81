package io.github.ratelimited.benchmarks.measure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Locale;
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
public record Result(String key, String title, String unit, Map<String, Measure> measures) {

    /** The name of this library among those that are measured. */
    public static final String OURS = "Ratelimited";

    /**
     * Ours beside one other.
     *
     * @param ours what ours measured
     * @param peer name of the other
     * @param theirs what the other measured
     * @return a map of both, to which more can be added
     */
    public static Map<String, Measure> pair(Measure ours, String peer, Measure theirs) {
        Map<String, Measure> measures = new LinkedHashMap<>();
        measures.put(OURS, ours);
        measures.put(peer, theirs);
        return measures;
    }

    /** {@return what ours measured} */
    public Measure ours() {
        return measures.values().iterator().next();
    }

    private Measure measure(String name) {
        return Objects.requireNonNull(measures.get(name), name);
    }

    /** {@return the name of the peer that the ratio is about} */
    public String peer() {
        return measures.keySet().stream().skip(1).findFirst().orElseThrow();
    }

    /**
     * Ours to another.
     *
     * @param name who the other is
     * @return the ratio of the medians
     */
    public double ratio(String name) {
        return ours().median() / measure(name).median();
    }

    /** {@return the medians and the ratio in a line} */
    public String summary() {
        return measures.keySet().stream()
                .map(name -> name + " " + number(measure(name).median()))
                .collect(Collectors.joining(", ", "", ", " + number(ratio(peer())) + " of " + peer()));
    }

    /** {@return what the file of results says} */
    public Map<String, Object> toJson() {
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

    /**
     * A number as people read it.
     *
     * @param value the number
     * @return its first digits, with commas between thousands; two digits that are not zeros where it is below a tenth
     */
    public static String number(double value) {
        if (value > 0 && value < .1) {
            return new BigDecimal(value).round(new MathContext(2)).toPlainString();
        }
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    private static double rounded(double value) {
        double scale = Math.pow(10, Math.max(0, 3 - (int) Math.floor(Math.log10(Math.max(Math.abs(value), 1e-3)))));
        return Math.round(value * scale) / scale;
    }
}
