package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Only failed logins count. */
@ExtendWith(RedisExtension.class)
class SettledLoginTests {

    static class Accounts {

        private final AtomicInteger checked = new AtomicInteger();

        @RateLimited(
                name = "login",
                rate = 5,
                interval = "15m",
                key = "#user",
                settle = "#error == null && #result ? 0 : 1")
        public boolean login(String user, String password) {
            checked.incrementAndGet();
            return password.equals("secret");
        }

        public int checked() {
            return checked.get();
        }
    }

    private final ApplicationContextRunner runner;

    SettledLoginTests(Redis redis) {
        runner = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withBean(Accounts.class)
                .withPropertyValues(
                        "spring.data.redis.url=" + redis.url(),
                        "ratelimited.prefix=login-" + UUID.randomUUID(),
                        "ratelimited.redis.timeout=20s");
    }

    private void with(String store, Consumer<Accounts> test) {
        runner.withPropertyValues("ratelimited.store=" + store).run(context -> {
            assertThat(context).hasNotFailed();
            test.accept(context.getBean(Accounts.class));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "local"})
    void aThousandSuccessesBetweenFiveFailuresCostNothing(String store) {
        with(store, accounts -> {
            for (int failure = 1; failure <= 5; failure++) {
                for (int success = 0; success < 200; success++) {
                    assertThat(accounts.login("alice", "secret")).isTrue();
                }
                assertThat(accounts.login("alice", "guess " + failure)).isFalse();
            }
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> accounts.login("alice", "secret"));
            assertThat(accounts.login("bob", "secret")).isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "local"})
    void ofFiftyParallelGuessesAtMostFiveAreChecked(String store) {
        with(store, accounts -> {
            assertThat(guesses(accounts, Executors.newFixedThreadPool(50))).isEqualTo(5);
            assertThat(accounts.checked()).isEqualTo(5);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "local"})
    void virtualThreadsSettleLikeAnyOther(String store) {
        with(store, accounts -> {
            for (int round = 0; round < 4; round++) {
                assertThat(logins(accounts, onePerTask())).isEqualTo(5);
            }
            assertThat(guesses(accounts, onePerTask())).isEqualTo(5);
            assertThat(accounts.checked()).isEqualTo(25);
        });
    }

    /** Virtual threads where the JDK has them, else others. */
    private static ExecutorService onePerTask() {
        try {
            Method virtual = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
            return (ExecutorService) virtual.invoke(null);
        } catch (NoSuchMethodException ex) {
            return Executors.newCachedThreadPool();
        } catch (ReflectiveOperationException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Five correct logins at once, after which what they took is back. */
    private static int logins(Accounts accounts, ExecutorService users) {
        try {
            int successes = 0;
            for (Future<Boolean> login : users.invokeAll(
                    Collections.nCopies(5, (Callable<Boolean>) () -> accounts.login("alice", "secret")))) {
                successes += login.get() ? 1 : 0;
            }
            return successes;
        } catch (InterruptedException | ExecutionException ex) {
            throw new IllegalStateException(ex);
        } finally {
            users.shutdown();
        }
    }

    private static int guesses(Accounts accounts, ExecutorService attackers) {
        CountDownLatch together = new CountDownLatch(50);
        try {
            List<Future<Boolean>> guesses = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                String guess = "guess " + i;
                guesses.add(attackers.submit(() -> {
                    together.countDown();
                    together.await();
                    return accounts.login("alice", guess);
                }));
            }
            int checked = 0;
            for (Future<Boolean> guess : guesses) {
                checked += isChecked(guess) ? 1 : 0;
            }
            return checked;
        } finally {
            attackers.shutdownNow();
        }
    }

    private static boolean isChecked(Future<Boolean> guess) {
        try {
            assertThat(guess.get()).isFalse();
            return true;
        } catch (ExecutionException ex) {
            assertThat(ex).hasCauseInstanceOf(RateLimitExceededException.class);
            return false;
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
