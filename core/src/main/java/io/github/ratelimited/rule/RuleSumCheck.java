package io.github.ratelimited.rule;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.pattern.PathPattern;

/**
 * Finds entries that count one request together and take more permits of one limiter and key than it ever grants. It tries
 * a few requests for the patterns, so what it finds is real, but there may be others.
 *
 * @param <E> an entry that is ready
 * @param <S> where a request goes that is tried; its text is for a person to read
 */
public final class RuleSumCheck<E, S> {

    /** What stands for any text in a pattern. */
    private static final Pattern OPEN = Pattern.compile("[*][*]|[{][^/]*[}]|[*?]");

    private final Function<E, Rule> rule;
    private final Function<E, PathPattern> path;
    private final Function<E, Object> scope;
    private final BiFunction<E, String, S> sample;
    private final Match<E, S> match;
    private final Map<Sum, List<Counted<E>>> sums = new LinkedHashMap<>();

    /**
     * Starts without entries.
     *
     * @param rule the rule of an entry
     * @param path the pattern of its path
     * @param scope what is the same for entries that count a request at the same time
     * @param sample where a request for an entry may go, by a path, which may be that of another entry
     * @param match whether an entry is for a request
     */
    public RuleSumCheck(
            Function<E, Rule> rule,
            Function<E, PathPattern> path,
            Function<E, Object> scope,
            BiFunction<E, String, S> sample,
            Match<E, S> match) {
        this.rule = rule;
        this.path = path;
        this.scope = scope;
        this.sample = sample;
        this.match = match;
    }

    /**
     * Whether entries are for requests.
     *
     * @param <E> an entry that is ready
     * @param <S> where a request goes
     */
    public interface Match<E, S> {

        /** {@return whether an entry is for a request} */
        boolean isFor(E entry, String method, S sample);
    }

    /** What is taken together. Variables of a path have the same values only in the same pattern. */
    private record Sum(Object scope, String limiter, String key, String path) {}

    /** An entry that takes the same permits of each request. */
    private record Counted<E>(E entry, Rule rule, String place, RateLimit limit, long permits) {}

    /**
     * Checks entries, each of which is right by itself.
     *
     * @param settings the entries as the configuration describes them
     * @param entries the same entries in the same order
     * @param together whether a request takes permits of a limiter for all its entries together
     * @throws RateLimitConfigurationException with everything that is wrong
     */
    public void check(List<RuleSettings> settings, List<E> entries, Predicate<String> together) {
        for (int i = 0; i < entries.size(); i++) {
            if (together.test(settings.get(i).limiter())) {
                add(settings.get(i), entries.get(i));
            }
        }
        Map<List<String>, Finding> findings = new LinkedHashMap<>();
        sums.values().stream().filter(RuleSumCheck::isTooMuch).forEach(counted -> check(counted, findings));
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(List.copyOf(findings.values()));
        }
    }

    private void add(RuleSettings settings, E entry) {
        Rule counting = rule.apply(entry);
        LimitExpressions expressions = counting.expressions();
        RateLimit limit = settings.limit();
        Long permits = permits(expressions.permits());
        if (limit != null && permits != null && expressions.condition() == null) {
            LimitExpression key = expressions.key();
            String pattern = key != null && key.uses("path") ? path.apply(entry).getPatternString() : "";
            sums.computeIfAbsent(
                            new Sum(scope.apply(entry), counting.limiter(), key == null ? "" : key.text(), pattern),
                            added -> new ArrayList<>())
                    .add(new Counted<>(entry, counting, settings.place(), limit, permits));
        }
    }

    private static @Nullable Long permits(@Nullable LimitExpression expression) {
        return expression == null ? Long.valueOf(1) : expression.constant(LimitExpression::permits);
    }

    private static <E> boolean isTooMuch(List<Counted<E>> counted) {
        return counted.size() > 1 && sum(counted) > counted.get(0).limit.maxPermits();
    }

    private static <E> long sum(List<Counted<E>> counted) {
        return counted.stream().mapToLong(Counted::permits).sum();
    }

    private void check(List<Counted<E>> counted, Map<List<String>, Finding> findings) {
        Set<String> methods = new TreeSet<>(List.of("GET"));
        counted.forEach(one -> methods.addAll(one.rule.methods()));
        for (S target : samples(counted.stream().map(Counted::entry).toList())) {
            for (String method : methods) {
                List<Counted<E>> matching = counted.stream()
                        .filter(one -> match.isFor(one.entry, method, target))
                        .toList();
                if (isTooMuch(matching)) {
                    List<String> places = matching.stream().map(Counted::place).toList();
                    findings.putIfAbsent(places, finding(method + " " + target, places, matching));
                }
            }
        }
    }

    /** The path of one entry on the server of another, because only one of them may name it. */
    private Set<S> samples(List<E> entries) {
        Set<S> samples = new LinkedHashSet<>();
        for (E one : entries) {
            String text = OPEN.matcher(path.apply(one).getPatternString()).replaceAll("x");
            entries.forEach(other -> samples.add(sample.apply(other, text)));
        }
        return samples;
    }

    private static <E> Finding finding(String request, List<String> places, List<Counted<E>> counted) {
        Counted<E> first = counted.get(0);
        return new Finding(
                "Rate limit '" + first.rule.limiter() + "' counts a request such as " + request + " in " + places
                        + ", which takes " + sum(counted) + " permits of it, but grants at most "
                        + first.limit.maxPermits(),
                first.place,
                "Take fewer permits, or give one of them another limiter, key or pattern");
    }
}
