package io.github.ratelimited.autoconfigure.condition;

import io.github.ratelimited.autoconfigure.RateLimitedProperties.Store;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Compares the value of {@code ratelimited.store} with those that {@link ConditionalOnStore} names. */
final class OnStoreCondition extends SpringBootCondition {

    private static final String PROPERTY = "ratelimited.store";

    OnStoreCondition() {}

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnStore.class);
        Store[] wanted = metadata.getAnnotations().get(ConditionalOnStore.class).getEnumArray("value", Store.class);
        try {
            Store store = Binder.get(context.getEnvironment())
                    .bind(PROPERTY, Store.class)
                    .orElse(Store.REDIS);
            boolean match = List.of(wanted).contains(store);
            return new ConditionOutcome(match, message.because(PROPERTY + " is " + store));
        } catch (BindException ex) {
            // The properties fail the start and name the value.
            return ConditionOutcome.noMatch(message.because(PROPERTY + " has an unknown value"));
        }
    }
}
