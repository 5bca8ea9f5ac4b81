package io.github.ratelimited.interceptor.startup;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A limiter of the configuration that no method uses.
 *
 * @param name its name
 * @param meant the name of a method's limiter that may have been meant, {@code null} where none is close
 */
record UnusedLimiter(String name, @Nullable String meant) implements Comparable<UnusedLimiter> {

    static UnusedLimiter of(String name, Collection<String> candidates) {
        String close = null;
        int closest = letters(name).length() < 5 ? 1 : 2;
        for (String candidate : candidates) {
            int distance = distance(letters(name), letters(candidate));
            if (distance < closest || (distance == closest && close == null)) {
                close = candidate;
                closest = distance;
            }
        }
        return new UnusedLimiter(name, close);
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
        return meant == null ? name : name + " (did you mean '" + meant + "'?)";
    }
}
