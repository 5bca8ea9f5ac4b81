package io.github.ratelimited.sample;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Holds where no setting below {@code spring.data.redis} says which Redis to use. */
final class NoRedisGiven implements Condition {

    private static final List<String> PLACES = List.of("url", "host", "port", "sentinel", "cluster", "masterreplica");

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Map<String, Object> given = Binder.get(context.getEnvironment())
                .bind("spring.data.redis", Bindable.mapOf(String.class, Object.class))
                .orElseGet(Map::of);
        return Collections.disjoint(given.keySet(), PLACES);
    }
}
