package io.github.ratelimited.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessorsTests {

    private Process server;
    private Processors processors;

    @BeforeEach
    void start() throws IOException {
        server = new ProcessBuilder("sleep", "60").start();
        processors = Processors.apartFrom(server.pid());
    }

    @AfterEach
    void stop() {
        server.destroy();
    }

    private int seenBy(int threads) {
        return processors.forCallers(threads, () -> Runtime.getRuntime().availableProcessors());
    }

    @Test
    void leavesOneToTheServerWhileManyCall() {
        // Where they cannot be told apart nothing changes.
        int left = processors.server() == 0 ? processors.count() : processors.count() - 1;
        assertThat(seenBy(processors.count() + 1)).isEqualTo(left);
        assertThat(Runtime.getRuntime().availableProcessors()).isEqualTo(processors.count());
    }

    @Test
    void leavesAllToFewCallers() {
        assertThat(seenBy(processors.count())).isEqualTo(processors.count());
    }

    @Test
    void sharesWhatThereIsWithNoServer() {
        server.destroy();
        processors = Processors.shared();
        assertThat(seenBy(64)).isEqualTo(processors.count());
    }
}
