package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application that is loaded anew for each start, and gives the library as many of its own classes as it can. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class})
class RestartedApplication implements Runnable {

    private static final int CALLS = 200;

    record User(String name) {}

    static class Calls {

        @RateLimited(
                name = "calls",
                rate = 3,
                interval = "1m",
                key = "#user",
                permits = "#user.name().length() - 4",
                condition = "#user != null",
                fallback = "rejected")
        public Object call(User user) {
            return user;
        }

        public Object rejected(User user, RateLimitExceededException rejection) {
            return rejection;
        }

        @RateLimited(name = "stages", rate = 20, interval = "1s", timeout = "10s")
        public CompletableFuture<User> stage(User user) {
            return CompletableFuture.completedFuture(user);
        }
    }

    static class Listener implements DecisionListener {

        private int heard;

        @Override
        public void onDecision(Decision decision) {
            heard++;
        }
    }

    @Bean
    Calls calls() {
        return new Calls();
    }

    @Bean
    Listener listener() {
        return new Listener();
    }

    /** With enough calls for expressions to be compiled, and one that ends in the middle of a wait. */
    @Override
    public void run() {
        try (var context = new AnnotationConfigApplicationContext()) {
            TestPropertyValues.of(System.getProperties().entrySet().stream()
                            .map(property -> property.getKey() + "=" + property.getValue())
                            .filter(property -> property.startsWith("spring.")))
                    .applyTo(context);
            context.setClassLoader(getClass().getClassLoader());
            context.register(RestartedApplication.class);
            context.refresh();
            Calls calls = context.getBean(Calls.class);
            User user = new User("alice");
            for (int i = 0; i < CALLS; i++) {
                calls.call(user);
            }
            for (int i = 0; i < 20; i++) {
                calls.stage(user).join();
            }
            calls.stage(user).join();
            calls.stage(user);
            context.getBean(RateLimiters.class).get("calls").forKey(user).decide(1, Duration.ZERO);
            if (context.getBean(Listener.class).heard < CALLS) {
                throw new IllegalStateException("Calls were not limited");
            }
        }
    }
}
