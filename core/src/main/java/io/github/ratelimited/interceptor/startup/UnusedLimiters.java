package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds limiters in the configuration that no method uses: a wrong name there would otherwise go unseen. */
final class UnusedLimiters {

    private static final Logger log = LoggerFactory.getLogger(UnusedLimiters.class);

    private UnusedLimiters() {}

    /** Logs those that were not logged before. */
    static void report(Set<UnusedLimiter> unused) {
        List<UnusedLimiter> mistaken =
                unused.stream().filter(limiter -> limiter.meant() != null).toList();
        if (!mistaken.isEmpty()) {
            log.warn(
                    "No method uses these rate limits of ratelimited.limiters, but similar names are used: {}",
                    mistaken);
        }
        List<UnusedLimiter> others =
                unused.stream().filter(limiter -> limiter.meant() == null).toList();
        if (!others.isEmpty()) {
            log.info(
                    "No method uses these rate limits of ratelimited.limiters, which only code can use, by name: {}",
                    others);
        }
    }

    /** {@return the limiters, each with the name that may have been meant} */
    static Set<UnusedLimiter> of(SettingsPrecedence settings, Collection<LimitedMethod> methods, Set<String> others) {
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
        unused.forEach(name -> found.add(UnusedLimiter.of(name, unset)));
        return found;
    }
}
