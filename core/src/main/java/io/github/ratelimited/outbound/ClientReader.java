package io.github.ratelimited.outbound;

import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.rule.EntryReader;
import io.github.ratelimited.rule.Rule;
import io.github.ratelimited.rule.RuleReader;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.pattern.PathPatternParser;

/** Makes an entry from its settings, and collects what is wrong with it. */
final class ClientReader implements EntryReader<ClientLimit> {

    private final ClientSettings settings;
    private final RuleReader reader;

    ClientReader(ClientSettings settings, Expressions expressions) {
        this.settings = settings;
        this.reader = new RuleReader(settings.rule(), expressions, ClientContext.VARIABLES);
    }

    @Override
    public List<Finding> findings() {
        return reader.findings();
    }

    @Override
    public @Nullable ClientLimit read() {
        UrlPattern url = url();
        Rule rule = reader.read();
        if (settings.obey() != null) {
            check(settings.obey());
        }
        return url == null || !findings().isEmpty() ? null : new ClientLimit(url, rule, settings.obey());
    }

    private void check(ObeySettings obey) {
        if (obey.maxBlock().isNegative() || obey.maxBlock().isZero()) {
            reader.find("max-block is " + obey.maxBlock(), "Set a duration above 0, or obey: false");
        }
        if ((obey.remaining() == null) != (obey.reset() == null)) {
            reader.find(
                    "of fields.remaining and fields.reset only one is set",
                    "Set both, such as X-RateLimit-Remaining and X-RateLimit-Reset");
        }
    }

    private @Nullable UrlPattern url() {
        if (settings.url().isBlank()) {
            reader.find("url is missing", "Set host and path, such as https://api.vendor.example/v1/**");
            return null;
        }
        UrlPattern url = UrlPattern.of(
                UrlPattern.normalized(settings.url()),
                path -> reader.path("path of url", path, PathPatternParser.defaultInstance));
        if (url == null && findings().isEmpty()) {
            reader.find(
                    "url '" + settings.url() + "' is not a pattern of a host and a path",
                    "Write it such as https://api.vendor.example/v1/**, *.vendor.example or */v1/**");
        }
        return url;
    }
}
