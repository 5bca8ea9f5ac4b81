package io.github.ratelimited.test;

import static io.github.ratelimited.test.RateLimitAssertions.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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

@SpringBootTest(classes = TestApplication.class)
@InProcessRateLimits
class InProcessRateLimitsTests {

    @Autowired
    private TicketOffice office;

    @Autowired
    private TestClock clock;

    @Autowired
    private ObjectProvider<ScheduledExecutorService> schedulers;

    @RepeatedTest(3)
    void eachTestBeginsWithUnusedLimits() {
        for (int i = 0; i < 5; i++) {
            office.sell("alice");
        }
        refused(() -> office.sell("alice"));
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
    void itsTimerIsNoSchedulerOfTheApplication() {
        assertThat(schedulers.getIfAvailable()).isNull();
    }
}
