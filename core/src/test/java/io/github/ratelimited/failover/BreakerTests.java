package io.github.ratelimited.failover;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.internal.LoggedLines;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BreakerTests {

    private static final long PAUSE = 500_000;

    private final ManualTimer timer = new ManualTimer(new TestClock());
    private Breaker breaker = breaker(Duration.ofMinutes(1));
    private final List<CompletableFuture<String>> sent = new CopyOnWriteArrayList<>();
    private boolean failing;

    @AutoClose
    private final LoggedLines lines = LoggedLines.of(OutageLog.class);

    private Breaker breaker(Duration timeout) {
        return new Breaker(timeout, timer, new OutageLog(LimiterObserver.NONE));
    }

    private CompletableFuture<String> run() {
        return run(() -> {
            if (failing) {
                throw new StackOverflowError();
            }
            CompletableFuture<String> answer = new CompletableFuture<>();
            sent.add(answer);
            return answer;
        });
    }

    private CompletableFuture<String> run(Supplier<CompletableFuture<String>> question) {
        return breaker.run(
                question::get,
                value -> value.startsWith("ERR") ? new RateLimiterUnavailableException(value, null) : null,
                this::run);
    }

    private void run(String answer) {
        run();
        sent.get(sent.size() - 1).complete(answer);
    }

    private void fail() {
        run();
        sent.get(sent.size() - 1).completeExceptionally(new RateLimiterUnavailableException("gone", null));
    }

    private void open() {
        for (int i = 0; i < 3; i++) {
            fail();
        }
        assertThat(breaker.outage()).hasMessage("gone");
    }

    @Test
    void sendsNothingOnceMostBatchesHaveFailed() {
        open();
        CompletableFuture<String> call = run();
        assertThat(sent).hasSize(3);
        assertThat(call).isCompletedExceptionally();
    }

    @Test
    void errorsOfCallersSuchAsTheEndOfTheirStacksAreNoOutage() {
        failing = true;
        for (int i = 0; i < 4; i++) {
            assertThat(run()).isCompletedExceptionally();
            run(() -> CompletableFuture.failedFuture(new StackOverflowError()));
        }
        assertThat(breaker.outage()).isNull();
    }

    @Test
    void aProbeThatEndsInAnErrorIsFollowedByOthers() {
        open();
        failing = true;
        timer.advance(600_000);
        failing = false;
        assertThat(breaker.outage()).isNotNull();

        timer.advance(600_000);
        sent.get(sent.size() - 1).complete("OK");
        assertThat(breaker.outage()).isNull();
    }

    @Test
    void aProbeThatThrowsIsFollowedByOthers() {
        AtomicInteger probes = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            breaker.run(
                    () -> CompletableFuture.failedFuture(new RateLimiterUnavailableException("gone", null)),
                    answer -> null,
                    () -> {
                        probes.incrementAndGet();
                        throw new IllegalStateException("broken");
                    });
        }
        timer.advance(PAUSE);
        timer.advance(PAUSE);
        assertThat(probes).hasValue(2);
    }

    @Test
    void onlyTheProbeTellsWhileNothingElseIsSent() {
        CompletableFuture<String> early = run();
        open();
        early.complete("OK");
        assertThat(breaker.outage()).isNotNull();
        timer.advance(PAUSE);
        sent.get(sent.size() - 1).complete("OK");
        assertThat(breaker.outage()).isNull();
    }

    @Test
    void staysClosedWhileMostBatchesAreAnswered() {
        for (int i = 0; i < 100; i++) {
            run("OK");
            run("OK");
            fail();
        }
        assertThat(breaker.outage()).isNull();
    }

    @Test
    void opensWhenThreeOfTheLastFourHaveFailed() {
        fail();
        run("OK");
        fail();
        assertThat(breaker.outage()).isNull();
        fail();
        assertThat(breaker.outage()).isNotNull();
    }

    @Test
    void whatCannotBeSentHasFailed() {
        for (int i = 0; i < 3; i++) {
            CompletableFuture<String> answer = run(() -> {
                throw new IllegalStateException("shut down");
            });
            assertThat(answer).isCompletedExceptionally();
        }
        assertThat(breaker.outage()).hasMessageStartingWith("Redis could not be asked: ");
    }

    @Test
    void answersFromBeforeItOpenedNeitherAddNorEndProbes() {
        List<CompletableFuture<String>> early = List.of(run(), run(), run());
        open();
        early.get(0).complete("OK");
        early.get(1).complete("OK");
        early.get(2).complete("ERR");
        for (int probes = 1; probes <= 2; probes++) {
            timer.advance(PAUSE);
            assertThat(sent).hasSize(6 + probes);
            sent.get(5 + probes).complete("ERR");
        }
    }

    @Test
    void countsAnswersThatTellOfAFaultAndThoseThatComeTooLate() {
        breaker = breaker(Duration.ofMillis(100));
        run(() -> CompletableFuture.completedFuture("ERR"));
        assertThat(breaker.outage()).isNull();
        CompletableFuture<String> slow = run();
        Awaitility.await().until(() -> breaker.outage() != null);
        assertThat(sent).as("with a probe that was not answered in time either").hasSize(2);
        sent.get(0).complete("late");
        assertThat(slow).isCompletedWithValue("late");
        assertThat(breaker.outage()).hasMessage("Redis did not answer in time, within 100 ms");
    }

    @Test
    void probesAllTheTimeAndClosesWithoutAnyCall() {
        open();
        timer.advance(PAUSE);
        assertThat(sent).hasSize(4);
        sent.get(3).completeExceptionally(new RateLimiterUnavailableException("still gone", null));
        assertThat(breaker.outage()).hasMessage("still gone");
        timer.advance(PAUSE);
        assertThat(sent).hasSize(5);
        run();
        assertThat(sent).as("while the probe is under way").hasSize(5);
        sent.get(4).complete("OK");
        assertThat(breaker.outage()).isNull();
        timer.advance(10 * PAUSE);
        assertThat(sent).hasSize(5);
    }

    @Test
    void saysOnceThatItOpensAndOnceThatItCloses() {
        open();
        for (int i = 0; i < 3; i++) {
            run();
            timer.advance(PAUSE);
            sent.get(sent.size() - 1).complete("ERR");
        }
        timer.advance(PAUSE);
        sent.get(sent.size() - 1).complete("OK");
        assertThat(lines.events()).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN, Level.INFO);
        assertThat(lines.events().get(0).getFormattedMessage()).endsWith("failure policies apply: gone");
    }

    @Test
    void asksAgainWhereAnObserverFails() {
        Breaker watched = new Breaker(Duration.ofMinutes(1), timer, new OutageLog(new LimiterObserver() {
            @Override
            public void circuit(boolean open) {
                throw new IllegalStateException("an observer that fails");
            }
        }));
        AtomicInteger probes = new AtomicInteger();
        for (int i = 0; i < 4; i++) {
            watched.run(
                    () -> CompletableFuture.failedFuture(new RateLimiterUnavailableException("gone", null)),
                    answer -> null,
                    probes::incrementAndGet);
        }
        timer.advance(PAUSE);
        assertThat(probes).hasValue(1);
    }
}
