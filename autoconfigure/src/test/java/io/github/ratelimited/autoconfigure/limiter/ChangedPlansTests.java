package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationContext;

/** Plans and sources of limits after a change of the environment. */
@ExtendWith(OutputCaptureExtension.class)
class ChangedPlansTests {

    private static final String SEARCH = "ratelimited.limiters.search.";
    private static final RateLimit CONTRACT = RateLimit.of(500, Duration.ofMinutes(1));

    private final Map<String, Object> settings =
            new HashMap<>(Map.of(SEARCH + "rate", 5, SEARCH + "interval", "1m", SEARCH + "plans.pro.rate", 20));
    private volatile @Nullable RateLimit contract = CONTRACT;
    private final ApplicationContextRunner runner = ChangingSettings.runner(settings)
            .withPropertyValues("ratelimited.store=local", "ratelimited.limit-source.timeout=20s");

    private ApplicationContextRunner withSource() {
        LimitSource source = (limiter, key) -> contract;
        return runner.withBean(LimitSource.class, () -> source);
    }

    private void change(ApplicationContext context, String name, @Nullable Object value) {
        if (value == null) {
            settings.remove(SEARCH + name);
        } else {
            settings.put(SEARCH + name, value);
        }
        context.publishEvent(new EnvironmentChangeEvent(context, settings.keySet()));
    }

    private static RateLimiter search(ApplicationContext context) {
        return context.getBean(RateLimiters.class).get("search");
    }

    @Test
    void plansThatAreAddedChangedAndTakenAwayAreInForceAtOnceAndLogged(CapturedOutput output) {
        runner.run(context -> {
            RateLimiter pro = search(context).withPlan("pro");
            RateLimiter gold = search(context).withPlan("gold");
            assertThat(pro.limit().rate()).isEqualTo(20);
            assertThat(gold.limit().rate()).isEqualTo(5);

            change(context, "plans.pro.rate", 30);
            change(context, "plans.gold.rate", 40);
            assertThat(pro.limit().rate()).isEqualTo(30);
            assertThat(gold.limit().rate()).isEqualTo(40);

            change(context, "plans.pro.rate", null);
            assertThat(pro.limit().rate()).isEqualTo(5);
            assertThat(gold.limit().rate()).isEqualTo(40);
            assertThat(output).contains("Rate limit 'search' had the plans {pro=Plan[rate=20");
        });
    }

    @Test
    void aMistakeInAPlanChangesNothing(CapturedOutput output) {
        settings.put(SEARCH + "algorithm", "fixed-window");
        runner.run(context -> {
            settings.put(SEARCH + "plans.pro.rate", 30);
            change(context, "plans.pro.interval", "1h");
            assertThat(search(context).withPlan("pro").limit().rate()).isEqualTo(20);
            assertThat(output).contains("The plan 'pro' has the interval PT1H");
        });
    }

    @Test
    void limitersBeginAndCeaseToAskTheSource() {
        withSource().run(context -> {
            RateLimiter acme = search(context).forKey("acme");
            RateLimiter seven = search(context).forKey(7);
            assertThat(acme.limit().rate()).isEqualTo(5);
            assertThat(seven.limit().rate()).isEqualTo(5);

            change(context, "limit-source", true);
            assertThat(acme.limit()).isEqualTo(CONTRACT);
            assertThat(seven.limit()).isEqualTo(CONTRACT);

            change(context, "limit-source", false);
            assertThat(acme.limit().rate()).isEqualTo(5);
        });
    }

    @Test
    void whatTheSourceToldIsReadAgain() {
        settings.put(SEARCH + "limit-source", true);
        withSource().run(context -> {
            RateLimiter acme = search(context).forKey("acme");
            assertThat(acme.limit()).isEqualTo(CONTRACT);
            contract = null;
            assertThat(acme.limit()).isEqualTo(CONTRACT);

            change(context, "rate", 6);
            Awaitility.await().until(() -> acme.limit().rate() == 6);
        });
    }

    @Test
    void aSourceThatIsNotThereChangesNothing(CapturedOutput output) {
        runner.run(context -> {
            settings.put(SEARCH + "limit-source", true);
            change(context, "rate", 6);
            assertThat(search(context).limit().rate()).isEqualTo(5);
            assertThat(output).contains("There is no LimitSource bean").contains(SEARCH + "limit-source");
        });
    }
}
