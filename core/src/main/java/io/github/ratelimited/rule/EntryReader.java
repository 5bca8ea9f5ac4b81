package io.github.ratelimited.rule;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.definition.ExpressionReader;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.FindingCollector;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.expression.CallEnd;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/**
 * Makes an entry of the configuration ready to count, and collects what is wrong with it.
 *
 * @param <T> the entry that is ready
 */
public abstract class EntryReader<T> {

    private static final Pattern QUERY = Pattern.compile("[?][^/]*=");

    /** What paths no longer have when they are matched. */
    private static final Pattern RAW = Pattern.compile("[{][^/]*[}]|(?<raw>#|;|%[0-9A-Fa-f]{2})");

    private static final Pattern VARIABLE = Pattern.compile("[{][*]?([^{}:]+)");
    private static final Pattern USED = Pattern.compile("#path\\[\\s*(?:['\"]([^'\"]+)['\"]|(\\w+))\\s*]");

    private static final Pattern MEMBER =
            Pattern.compile("#(path|headers|attributes)[?]?[.](?!empty\\b|class\\b)(\\w+)\\b(?![(])");

    /** What needs the names of all headers, which are not known. */
    private static final Pattern ALL_HEADERS = Pattern.compile(
            "#headers[?]?[.](?:empty\\b|[!?^$]\\[|(?!get\\b|getOrDefault\\b|containsKey\\b)\\w+\\s*[(])");

    private final RuleSettings settings;
    private final Expressions expressions;
    private final Set<String> variables;
    private final FindingCollector findings;

    /** Makes a reader for one entry, whose expressions can use some variables. */
    protected EntryReader(RuleSettings settings, Expressions expressions, Set<String> variables) {
        this.settings = settings;
        this.expressions = expressions;
        this.variables = variables;
        this.findings = new FindingCollector(settings.place());
    }

    /**
     * {@return entries that take effect together, or not at all, in their order}
     *
     * @param settings the entries as the configuration describes them
     * @param reader makes the reader of one entry
     * @throws RateLimitConfigurationException with everything that is wrong
     */
    public static <S, T> List<T> readAll(Collection<S> settings, Function<S, EntryReader<T>> reader) {
        List<T> all = new ArrayList<>(settings.size());
        List<Finding> findings = new ArrayList<>();
        for (S one : settings) {
            EntryReader<T> entry = reader.apply(one);
            T read = entry.read();
            findings.addAll(entry.findings.findings());
            if (read != null) {
                all.add(read);
            }
        }
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(findings);
        }
        return List.copyOf(all);
    }

    /** {@return the entry, which works only where there are no findings; {@code null} where not even that can be made} */
    protected abstract @Nullable T read();

    /** {@return the rule, which works only where there are no findings} */
    protected final Rule rule() {
        ExpressionReader reader = new ExpressionReader(this::expression, findings, "Correct the expression");
        LimitExpressions all = reader.read();
        Long permits = reader.evaluate(all.permits(), LimitExpression::permits);
        if (permits != null && permits < 0) {
            find("permits must be at least 0, but are " + permits, "Correct permits");
        } else if (permits != null && settings.limit() != null) {
            checkPermits(settings.limit(), permits);
        }
        if (settings.blockFor() != null && !settings.timeout().isZero()) {
            find(
                    "Rate limit '" + settings.limiter()
                            + "' has block-for, which follows requests that find no permits, but these wait for them with"
                            + " timeout " + settings.timeout(),
                    "Leave one of the two out");
        }
        Duration wait =
                attempt(() -> LimiterSettings.longestWait("timeout", settings.timeout()), "Correct the timeout");
        Set<String> methods = settings.methods() == null ? Set.of() : settings.methods();
        if (settings.methods() != null) {
            checkMethods(methods);
        }
        return new Rule(settings.limiter(), methods, all, wait != null ? wait : settings.timeout());
    }

    private void checkPermits(RateLimit limit, long permits) {
        try {
            limit.checkPermits(settings.limiter(), permits);
        } catch (IllegalArgumentException ex) {
            find(String.valueOf(ex.getMessage()), "Correct permits");
        }
    }

    /** {@return the pattern, or {@code null} for text that is none, or has no variable that an expression uses} */
    protected final @Nullable PathPattern path(String attribute, String text, PathPatternParser parser) {
        if (QUERY.matcher(text).find()) {
            find(attribute + " '" + text + "' has a query, which no path has", "Leave it out, or set a condition");
        }
        RAW.matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(raw -> find(
                        attribute + " '" + text + "' has '" + raw
                                + "', but paths are matched decoded, without parameters" + " and fragments",
                        "Write the path as the mapping of a controller has it"));
        Set<String> known = VARIABLE.matcher(text)
                .results()
                .map(variable -> variable.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Stream.of(settings.key(), settings.permits(), settings.condition(), settings.plan(), settings.settle())
                .filter(Objects::nonNull)
                .flatMap(expression -> USED.matcher(expression).results())
                .map(used -> used.group(1) != null ? used.group(1) : used.group(2))
                .filter(used -> !known.contains(used))
                .forEach(used -> find(
                        attribute + " '" + text + "' has no variable for #path['" + used + "'], but " + known,
                        "Correct the name"));
        try {
            return parser.parse(text);
        } catch (PatternParseException ex) {
            find(
                    attribute + " '" + text + "' is not a pattern: " + ex.toDetailedString(),
                    "Write a pattern such as /api/{version}/**");
            return null;
        }
    }

    /** {@return whether something is set that says nothing, which is a finding} */
    protected final boolean isEmpty(String attribute, @Nullable String text, String action) {
        boolean empty = text != null && text.isBlank();
        if (empty) {
            find(attribute + " is empty; in YAML an unquoted # begins a comment", action);
        }
        return empty;
    }

    private void checkMethods(Set<String> methods) {
        String names = String.join("", methods);
        if (isEmpty("methods", names, "Write methods such as GET or POST, or remove the property for all methods")) {
            return;
        }
        Set<String> unknown = new HashSet<>(methods);
        for (HttpMethod known : HttpMethod.values()) {
            unknown.remove(known.name());
        }
        if (!unknown.isEmpty()) {
            find("methods has " + unknown + ", which are no HTTP methods", "Write methods such as GET or POST");
        }
    }

    private @Nullable LimitExpression expression(String attribute) {
        String text = settings.expression(attribute);
        if (text == null
                || isEmpty(attribute, text, "Quote the expression, as in " + attribute + ": \"#clientAddress\"")) {
            return null;
        }
        Set<String> names = new HashSet<>(variables);
        if (attribute.equals("settle")) {
            names.addAll(CallEnd.OF_REQUESTS);
        }
        MEMBER.matcher(text)
                .results()
                .forEach(member -> find(
                        attribute + " '" + text + "' reads " + member.group() + ", which nothing has",
                        "Write #" + member.group(1) + "['" + member.group(2) + "']"));
        ALL_HEADERS
                .matcher(text)
                .results()
                .forEach(found -> find(
                        attribute + " '" + text + "' uses " + found.group()
                                + ", but a header can only be read by its name",
                        "Write #headers['X-Api-Key']"));
        return expressions.parse(attribute, text, names, settings.place());
    }

    /** {@return a value, or {@code null} when reading it has failed, which is a finding} */
    protected final <V> @Nullable V attempt(Supplier<? extends @Nullable V> reading, String action) {
        return findings.attempt(reading, action);
    }

    /** Adds a finding. */
    protected final void find(String what, String action) {
        findings.add(what, action);
    }

    /** {@return whether nothing is wrong so far} */
    protected final boolean isFine() {
        return findings.count() == 0;
    }
}
