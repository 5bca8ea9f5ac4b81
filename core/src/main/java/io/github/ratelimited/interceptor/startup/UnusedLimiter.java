package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A limiter of the configuration that no method uses: a wrong name there would otherwise go unseen.
 *
 * @param name its name
 * @param meant the name of a method's limiter that may have been meant, {@code null} where none is close
 * @param missing what a limit needs and this one does not have, {@code null} where it has all or is not about a limit
 */
record UnusedLimiter(
        String name, @Nullable String meant, @Nullable String missing) implements Comparable<UnusedLimiter> {

    private static final Logger log = LoggerFactory.getLogger(UnusedLimiter.class);

    /**
     * Logs those that were not logged before.
     *
     * @param limiters know the limits that code has declared; asked where one is not complete
     */
    static void report(Set<UnusedLimiter> unused, Supplier<RateLimiters> limiters) {
        List<UnusedLimiter> mistaken = new ArrayList<>();
        List<UnusedLimiter> incomplete = new ArrayList<>();
        List<UnusedLimiter> others = new ArrayList<>();
        for (UnusedLimiter limiter : unused) {
            if (limiter.meant() != null) {
                mistaken.add(limiter);
            } else if (limiter.missing() != null && !limiters.get().names().contains(limiter.name())) {
                incomplete.add(limiter);
            } else {
                others.add(new UnusedLimiter(limiter.name(), null, null));
            }
        }
        if (!mistaken.isEmpty()) {
            log.warn(
                    "No method uses these rate limits of ratelimited.limiters, but similar names are used: {}",
                    mistaken);
        }
        if (!incomplete.isEmpty()) {
            log.warn(
                    "No method uses these rate limits of ratelimited.limiters, and they are not complete; code cannot use"
                            + " them by name unless it declares them: {}",
                    incomplete);
        }
        if (!others.isEmpty()) {
            log.info(
                    "No method uses these rate limits of ratelimited.limiters; code can still use them by name: {}",
                    others);
        }
    }

    /** {@return the limiters, each with the name that may have been meant} */
    static Set<UnusedLimiter> in(SettingsPrecedence settings, Collection<LimitedMethod> methods, Set<String> others) {
        Set<String> unused = new TreeSet<>(settings.limiters().keySet());
        List<String> used = Stream.concat(
                        others.stream(),
                        methods.stream()
                                .flatMap(method -> method.limits().stream())
                                .map(MethodLimit::name))
                .distinct()
                .toList();
        used.forEach(unused::remove);
        List<String> unset = used.stream()
                .filter(name -> !settings.limiters().containsKey(name))
                .toList();
        Set<UnusedLimiter> found = new TreeSet<>();
        unused.forEach(name -> found.add(of(name, unset, missing(name, settings))));
        return found;
    }

    private static @Nullable String missing(String name, SettingsPrecedence settings) {
        LimiterSettings own = settings.limiters().getOrDefault(name, LimiterSettings.NONE);
        LimiterSettings all = settings.inherited(own);
        if (all.isComplete() || !own.describesLimit()) {
            return null;
        }
        return all.rate() == null ? "rate" : "interval";
    }

    static UnusedLimiter of(String name, Collection<String> candidates, @Nullable String missing) {
        String close = null;
        int closest = letters(name).length() < 5 ? 1 : 2;
        for (String candidate : candidates) {
            int distance = distance(letters(name), letters(candidate));
            if (distance < closest || (distance == closest && close == null)) {
                close = candidate;
                closest = distance;
            }
        }
        return new UnusedLimiter(name, close, missing);
    }

    /** What environment variables leave of a name. */
    private static String letters(String name) {
        return name.replaceAll("[-_.]", "").toLowerCase(Locale.ROOT);
    }

    /** The number of letters that were left out, added, changed or swapped with the next. */
    private static int distance(String one, String other) {
        int[][] distances = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    distances[i][j] = i + j;
                    continue;
                }
                int changed = distances[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                distances[i][j] = Math.min(changed, 1 + Math.min(distances[i - 1][j], distances[i][j - 1]));
                if (i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1)) {
                    distances[i][j] = Math.min(distances[i][j], distances[i - 2][j - 2] + 1);
                }
            }
        }
        return distances[one.length()][other.length()];
    }

    @Override
    public int compareTo(UnusedLimiter other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        if (meant != null) {
            return name + " (did you mean '" + meant + "'?)";
        }
        return missing == null ? name : name + " (has no " + missing + ")";
    }
}
