package io.github.ratelimited.sample.stories;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Who has which plan. Here it is the beginning of the name; an application would look into its own user. */
@Component("tenants")
public final class Tenants {

    private static final Set<String> PLANS = Set.of("free", "pro", "enterprise");

    Tenants() {}

    /** {@return the part before the first hyphen where that is a plan, else {@code null}} */
    public @Nullable String planOf(String tenant) {
        String plan = tenant.split("-", 2)[0];
        return PLANS.contains(plan) ? plan : null;
    }
}
