package io.github.ratelimited.outbound;

import io.github.ratelimited.outbound.UrlPattern.Target;
import io.github.ratelimited.rule.Rule;
import io.github.ratelimited.rule.RuleSumCheck;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.web.util.pattern.PathPattern;

/** Entries of requests to others add up. */
final class ClientSumCheck extends RuleSumCheck<ClientLimit, Target> {

    @Override
    protected Rule rule(ClientLimit limit) {
        return limit.rule();
    }

    @Override
    protected PathPattern path(ClientLimit limit) {
        return limit.url().path();
    }

    @Override
    protected Object scope(ClientLimit limit) {
        return "";
    }

    /** The path of one entry on the server of another, because only one of them may name it. */
    @Override
    protected Set<Target> samples(List<ClientLimit> limits) {
        Set<Target> samples = new LinkedHashSet<>();
        for (ClientLimit path : limits) {
            for (ClientLimit server : limits) {
                samples.add(server.url().sample(sample(path.url().path())));
            }
        }
        return samples;
    }

    @Override
    protected boolean isFor(ClientLimit limit, String method, Target target) {
        return limit.match(method, target) != null;
    }
}
