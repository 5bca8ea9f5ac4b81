package io.github.ratelimited.outbound;

import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.rule.EntryReader;
import io.github.ratelimited.rule.RuleMatch;
import io.github.ratelimited.rule.RuleSumCheck;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The limits on requests to others. They are replaced as a whole, so that a request meets the old or the new ones. Safe
 * for use by many threads.
 */
public final class ClientLimits {

    private final Expressions expressions;
    private final Supplier<? extends Collection<ClientSettings>> declared;
    private final VendorBlocks blocks = new VendorBlocks();
    private volatile @Nullable List<ClientLimit> limits;

    /**
     * Makes the limits of an application.
     *
     * @param expressions reads keys, permits and conditions
     * @param declared what the configuration says, asked for before the first request, which may come while the
     *     application starts
     */
    public ClientLimits(Expressions expressions, Supplier<? extends Collection<ClientSettings>> declared) {
        this.expressions = expressions;
        this.declared = declared;
    }

    /**
     * {@return what puts other limits in the place of these}
     *
     * @param together whether a request takes permits of a limiter for all its entries together
     * @throws RateLimitConfigurationException with everything that is wrong
     */
    public Runnable replacement(Collection<ClientSettings> settings, Predicate<String> together) {
        List<ClientLimit> read = read(settings);
        new RuleSumCheck<ClientLimit, UrlPattern.Target>(
                        ClientLimit::rule,
                        limit -> limit.url().path(),
                        limit -> "",
                        (limit, path) -> limit.url().sample(path),
                        (limit, method, target) -> limit.match(method, target) != null)
                .check(settings.stream().map(ClientSettings::rule).toList(), read, together);
        return () -> limits = read;
    }

    private List<ClientLimit> read(Collection<ClientSettings> settings) {
        return EntryReader.readAll(settings, one -> new ClientReader(one, expressions));
    }

    private List<ClientLimit> limits() {
        List<ClientLimit> known = limits;
        if (known == null) {
            known = read(declared.get());
            limits = known;
        }
        return known;
    }

    /** {@return the blocks that answers of vendors bring} */
    VendorBlocks blocks() {
        return blocks;
    }

    /** {@return what is counted for a request} */
    List<RuleMatch> matching(ClientCall call) {
        List<ClientLimit> all = limits();
        UrlPattern.@Nullable Target target = all.isEmpty() ? null : UrlPattern.Target.of(call.uri());
        if (target == null) {
            return List.of();
        }
        List<RuleMatch> matches = new ArrayList<>(1);
        for (ClientLimit limit : all) {
            Map<String, String> variables = limit.match(call.method(), target);
            if (variables != null) {
                matches.add(new RuleMatch(
                        limit.rule(), new ClientContext(expressions.shared(), limit, call, target.host(), variables)));
            }
        }
        return matches;
    }
}
