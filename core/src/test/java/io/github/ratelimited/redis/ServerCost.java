package io.github.ratelimited.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What one algorithm costs the server, measured in rounds, of which the medians count. */
final class ServerCost {

    final String name;
    final Supplier<CompletionStage<Boolean>> grant;
    final Supplier<CompletionStage<Boolean>> reject;
    final List<Double> granted = new ArrayList<>();
    final List<Double> rejected = new ArrayList<>();
    final List<Double> afterExpiry = new ArrayList<>();

    @Nullable
    Double bytesPerPermit;

    long idleBytes;

    ServerCost(String name, Supplier<CompletionStage<Boolean>> grant, Supplier<CompletionStage<Boolean>> reject) {
        this.name = name;
        this.grant = grant;
        this.reject = reject;
    }

    static String heading() {
        return "| median (lowest) of the rounds | granted | rejected | first call after 100,000 expired | bytes per permit | bytes of a key with one permit |\n"
                + "|---|---|---|---|---|---|\n";
    }

    String row() {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %d |%n",
                name,
                times(granted),
                times(rejected),
                afterExpiry.isEmpty() ? "" : times(afterExpiry),
                bytesPerPermit == null ? "" : String.format(Locale.ROOT, "%.1f", bytesPerPermit),
                idleBytes);
    }

    private static String times(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return String.format(Locale.ROOT, "%.1f us (%.1f)", sorted.get(sorted.size() / 2), sorted.get(0));
    }
}
