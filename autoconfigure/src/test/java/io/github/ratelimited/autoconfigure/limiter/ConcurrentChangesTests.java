package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.ConfiguredLimits;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import java.lang.Thread.State;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.StandardEnvironment;

class ConcurrentChangesTests {

    private final Map<String, Object> settings = new ConcurrentHashMap<>(Map.of(
            "ratelimited.store", "local",
            "ratelimited.defaults.interval", "1h",
            "ratelimited.limiters.first.rate", "1",
            "ratelimited.limiters.second.rate", "1"));

    /** Holds up the thread of this name once it has read. */
    private static final class SlowLimits extends ConfiguredLimits {

        private final CountDownLatch hasRead = new CountDownLatch(1);
        private final CountDownLatch goesOn = new CountDownLatch(1);

        SlowLimits() {
            super(Binder.get(new StandardEnvironment()).bindOrCreate("ratelimited", RateLimitedProperties.class));
        }

        @Override
        public Runnable read(RateLimitedProperties properties) {
            if (Thread.currentThread().getName().equals("held up")) {
                hasRead.countDown();
                await(goesOn);
            }
            return () -> {};
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private Thread change(ApplicationContext context, String limiter, String thread) {
        settings.put("ratelimited.limiters." + limiter + ".rate", "7");
        Thread changing = new Thread(
                () -> context.publishEvent(new EnvironmentChangeEvent(context, Set.of("ratelimited"))), thread);
        changing.start();
        return changing;
    }

    private static long rate(ApplicationContext context, String limiter) {
        return context.getBean(RateLimiters.class).get(limiter).limit().rate();
    }

    @Test
    void oneThatIsHeldUpPutsNoOlderSettingsInForce() {
        SlowLimits slow = new SlowLimits();
        ChangingSettings.runner(settings)
                .withBean("slow", ConfiguredLimits.class, () -> slow)
                .run(context -> {
                    Thread heldUp = change(context, "first", "held up");
                    await(slow.hasRead);
                    Thread later = change(context, "second", "later");
                    Awaitility.await().until(() -> later.getState() == State.BLOCKED || !later.isAlive());
                    slow.goesOn.countDown();
                    heldUp.join();
                    later.join();

                    assertThat(rate(context, "first")).isEqualTo(7);
                    assertThat(rate(context, "second")).isEqualTo(7);
                });
    }
}
