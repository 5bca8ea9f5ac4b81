package io.github.ratelimited.autoconfigure.client;

import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether there is an entry. An interceptor has clients keep the bodies of requests in memory, also of those that do not count. */
final class OnClientsCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean any = Binder.get(context.getEnvironment())
                .bind("ratelimited.clients", Bindable.mapOf(String.class, Object.class))
                .map(clients -> !((Map<?, ?>) clients).isEmpty())
                .orElse(false);
        return new ConditionOutcome(any, "ratelimited.clients has " + (any ? "entries" : "no entry"));
    }
}
