package io.github.ratelimited.test;

import static io.github.ratelimited.test.RateLimitAssertions.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

@SpringBootTest(classes = {TestApplication.class, InProcessRateLimitsTests.Clocks.class})
@InProcessRateLimits
class InProcessRateLimitsTests {

    @TestConfiguration
    static class Clocks {

        @Bean
        Clock clock() {
            return Clock.systemUTC();
        }
    }

    @Autowired
    private TicketOffice office;

    @Autowired
    private InstantSource ofTheApplication;

    @Autowired
    private TestClock clock;

    @Autowired
    private ObjectProvider<ScheduledExecutorService> schedulers;

    @RepeatedTest(3)
    void eachTestBeginsWithUnusedLimits() {
        for (int i = 0; i < 5; i++) {
            office.sell("alice");
        }
        rejected(() -> office.sell("alice"));
        office.guide();
    }

    @Test
    void wakesWaitingCallersInOrderAsTheClockMoves() {
        office.guide();
        List<CompletableFuture<String>> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(CompletableFuture.supplyAsync(office::guide, task -> new Thread(task).start()));
            int asleep = i + 1;
            Awaitility.await().until(() -> clock.waiting() == asleep);
        }
        for (CompletableFuture<String> next : waiting) {
            clock.advance(Duration.ofMillis(59_999));
            assertThat(next).isNotDone();
            clock.advance("1ms");
            assertThat(next).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("This way");
        }
    }

    @Test
    void itsClockIsNoClockOfTheApplication() {
        assertThat(ofTheApplication).isEqualTo(Clock.systemUTC());
    }

    @Test
    void itsTimerIsNoSchedulerOfTheApplication() {
        assertThat(schedulers.getIfAvailable()).isNull();
    }
}
