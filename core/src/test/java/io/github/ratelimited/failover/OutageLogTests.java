package io.github.ratelimited.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.observe.LimiterObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OutageLogTests {

    /** While the end of one outage is told another begins, as on two masters of a cluster. */
    @Test
    void theLastWordIsThatOfWhatCameLast() throws InterruptedException {
        List<Boolean> said = new CopyOnWriteArrayList<>();
        CountDownLatch ending = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        OutageLog outages = new OutageLog(new LimiterObserver() {
            @Override
            public void circuit(boolean open) {
                if (!open) {
                    ending.countDown();
                    awaitABit(begun);
                }
                said.add(open);
            }
        });
        outages.begin(new IllegalStateException("first"));
        CompletableFuture<Void> ends = CompletableFuture.runAsync(outages::end);
        ending.await();
        CompletableFuture<Void> begins = CompletableFuture.runAsync(() -> {
            outages.begin(new IllegalStateException("second"));
            begun.countDown();
        });
        CompletableFuture.allOf(ends, begins).join();

        assertThat(said).containsExactly(true, false, true);
    }

    private static void awaitABit(CountDownLatch latch) {
        try {
            latch.await(200, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
