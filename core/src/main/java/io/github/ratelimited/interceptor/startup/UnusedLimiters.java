package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.settings.RateLimitSettings;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds limiters in the configuration that no method uses: a wrong name there would otherwise go unseen. */
final class UnusedLimiters {

    private static final Logger log = LoggerFactory.getLogger(UnusedLimiters.class);

    private UnusedLimiters() {}

    /** Names in the log those that nobody has been told of. */
    static void tell(Set<String> unused) {
        if (!unused.isEmpty()) {
            log.info(
                    "No method uses these rate limits of ratelimited.limiters, which only programs can ask for by name: {}",
                    unused);
        }
    }

    /** {@return their names, each with the name that may have been meant} */
    static Set<String> of(RateLimitSettings settings, Collection<LimitedMethod> methods, Set<String> others) {
        Set<String> unused = new TreeSet<>(settings.limiters().keySet());
        List<String> used = Stream.concat(
                        others.stream(),
                        methods.stream()
                                .flatMap(method -> method.limits().stream())
                                .map(MethodLimit::name))
                .distinct()
                .toList();
        used.forEach(unused::remove);
        Set<String> told = new TreeSet<>();
        for (String name : unused) {
            told.add(used.stream()
                    .filter(meant -> !settings.limiters().containsKey(meant))
                    .filter(meant -> letters(meant).equals(letters(name)))
                    .findFirst()
                    .map(meant -> name + " (not '" + meant + "')")
                    .orElse(name));
        }
        return told;
    }

    /** What environment variables leave of a name. */
    private static String letters(String name) {
        return name.replaceAll("[-_.]", "").toLowerCase(Locale.ROOT);
    }
}
