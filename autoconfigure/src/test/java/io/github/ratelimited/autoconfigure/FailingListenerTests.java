package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.annotation.Order;

/** A permit has been taken when listeners are told, so a listener that fails must not cost the call. */
@ExtendWith(OutputCaptureExtension.class)
class FailingListenerTests {

    static class Letters {

        @RateLimited(name = "letters", rate = 10, interval = "1h")
        public String send() {
            return "sent";
        }

        @RateLimited(name = "letters", rate = 10, interval = "1h")
        public CompletionStage<String> sendLater() {
            return CompletableFuture.completedFuture("sent");
        }
    }

    @Order(1)
    static class Failing implements DecisionListener {

        @Override
        public void onDecision(Decision decision) {
            throw new IllegalStateException("the audit is down");
        }
    }

    @Order(2)
    static class Hearing implements DecisionListener {

        private final List<Decision> decisions = new CopyOnWriteArrayList<>();

        @Override
        public void onDecision(Decision decision) {
            decisions.add(decision);
        }
    }

    @Test
    void costsNeitherTheCallNorTheOtherListeners(CapturedOutput output) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
                .withPropertyValues("ratelimited.store=local")
                .withBean(Letters.class)
                .withBean(Failing.class)
                .withBean(Hearing.class)
                .run(context -> {
                    Letters letters = context.getBean(Letters.class);
                    assertThat(letters.send()).isEqualTo("sent");
                    assertThat(letters.sendLater().toCompletableFuture().join()).isEqualTo("sent");
                    assertThat(context.getBean(Hearing.class).decisions).hasSize(2);
                });
        assertThat(output)
                .contains("FailingListenerTests$Failing threw an exception. No decision changes", "the audit is down");
    }
}
