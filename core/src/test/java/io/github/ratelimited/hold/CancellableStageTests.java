package io.github.ratelimited.hold;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CancellableStageTests {

    @Test
    void aCancelEndsBothWhileTheSourceIsOpen() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<String> derived = CancellableStage.of(source, String::valueOf);
        assertThat(derived.cancel(false)).isTrue();
        assertThat(source).isCancelled();
        assertThat(derived).isCancelled();
    }

    @Test
    void aCancelThatComesAfterTheSourceChangesNothing() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<CompletableFuture<String>> itself = new CompletableFuture<>();
        CompletableFuture<String> derived = CancellableStage.of(source, value -> {
            assertThat(itself.join().cancel(false)).isFalse();
            return String.valueOf(value);
        });
        itself.complete(derived);
        source.complete(1);
        assertThat(derived).isCompletedWithValue("1");
    }

    @Test
    void failsWithWhatIsThrown() {
        IllegalStateException broken = new IllegalStateException("broken");
        CompletableFuture<String> derived = CancellableStage.of(CompletableFuture.completedFuture(1), value -> {
            throw broken;
        });
        assertThat(derived.handle((value, failure) -> failure)).isCompletedWithValue(broken);
    }
}
