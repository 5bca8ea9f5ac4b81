package io.github.ratelimited.autoconfigure.condition;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Compares the value of the property that {@link ConditionalOnSwitch} names. */
final class OnSwitchCondition extends SpringBootCondition {

    OnSwitchCondition() {}

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnSwitch.class);
        MergedAnnotation<ConditionalOnSwitch> annotation =
                metadata.getAnnotations().get(ConditionalOnSwitch.class);
        String property = annotation.getString(MergedAnnotation.VALUE);
        try {
            boolean value = Binder.get(context.getEnvironment())
                    .bind(property, Boolean.class)
                    .orElse(true);
            return new ConditionOutcome(value, message.because(property + " is " + value));
        } catch (BindException ex) {
            // The properties fail the start and name the value.
            return ConditionOutcome.noMatch(message.because(property + " has an unknown value"));
        }
    }
}
