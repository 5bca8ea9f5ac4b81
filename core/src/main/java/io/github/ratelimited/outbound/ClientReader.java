package io.github.ratelimited.outbound;

import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.rule.EntryReader;
import io.github.ratelimited.rule.Rule;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.pattern.PathPatternParser;

/** Makes an entry from its settings, and collects what is wrong with it. */
final class ClientReader extends EntryReader<ClientLimit> {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private final ClientSettings settings;

    ClientReader(ClientSettings settings, Expressions expressions) {
        super(settings.rule(), expressions, ClientContext.VARIABLES);
        this.settings = settings;
    }

    @Override
    protected @Nullable ClientLimit read() {
        UrlPattern url = url();
        Rule rule = rule();
        if (settings.obey() != null) {
            check(settings.obey());
        }
        return url == null ? null : new ClientLimit(url, rule, settings.obey());
    }

    private void check(ObeySettings obey) {
        attempt(() -> SettingChecks.block("max-block", obey.maxBlock()), "Set such a duration, or obey: false");
        String action = "Write the name of a header field such as X-RateLimit-Remaining, or remove the property";
        boolean noneLeft = isNoName("fields.remaining", obey.remaining(), action);
        if (isNoName("fields.reset", obey.reset(), action) || noneLeft) {
            return;
        }
        if ((obey.remaining() == null) != (obey.reset() == null)) {
            find(
                    "of fields.remaining and fields.reset only one is set",
                    "Set both, such as X-RateLimit-Remaining and X-RateLimit-Reset");
        }
    }

    private boolean isNoName(String attribute, @Nullable String text, String action) {
        if (isEmpty(attribute, text, action)) {
            return true;
        }
        boolean wrong = text != null && !NAME.matcher(text).matches();
        if (wrong) {
            find(attribute + " '" + text + "' is not the name of a header field", action);
        }
        return wrong;
    }

    private @Nullable UrlPattern url() {
        if (settings.url().isBlank()) {
            find("url is missing", "Set host and path, such as https://api.vendor.example/v1/**");
            return null;
        }
        UrlPattern url = UrlPattern.of(
                UrlPattern.normalized(settings.url()),
                path -> path("path of url", path, PathPatternParser.defaultInstance));
        if (url == null && isFine()) {
            find(
                    "url '" + settings.url() + "' is not a pattern of a host and a path",
                    "Write it such as https://api.vendor.example/v1/**, *.vendor.example or */v1/**");
        }
        return url;
    }
}
