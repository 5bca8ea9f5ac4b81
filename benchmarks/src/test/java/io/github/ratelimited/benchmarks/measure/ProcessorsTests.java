package io.github.ratelimited.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessorsTests {

    private final long here = ProcessHandle.current().pid();
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

    /** The last word is a mask with a bit for each processor; the same for all where processes cannot be bound. */
    private String boundTo(long process) {
        if (processors.server() == 0) {
            return "all";
        }
        try {
            Process taskset = new ProcessBuilder("taskset", "-p", String.valueOf(process)).start();
            String words = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return words.substring(words.lastIndexOf(' ') + 1).strip();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private String bound() {
        return boundTo(server.pid()) + " and " + boundTo(here);
    }

    @Test
    void givesTheServerTheLastOneWhileManyCall() {
        BigInteger last = BigInteger.ONE.shiftLeft(processors.count() - 1);
        BigInteger others = last.subtract(BigInteger.ONE);
        String apart = processors.server() == 0 ? "all and all" : last.toString(16) + " and " + others.toString(16);
        String before = bound();
        assertThat(processors.forCallers(processors.count() + 1, this::bound)).isEqualTo(apart);
        assertThat(bound()).isEqualTo(before);
    }

    @Test
    void doesNotMeasureWhatItCouldNotTellApart() {
        String before = bound();
        Processors tooMany = new Processors(server.pid(), 1_000_000);
        assertThatIllegalStateException().isThrownBy(() -> tooMany.forCallers(1_000_001, () -> 1));
        assertThat(bound()).isEqualTo(before);
    }

    @Test
    void isNotStoppedByThreadsThatEnd() {
        AtomicBoolean over = new AtomicBoolean();
        Thread starter = new Thread(() -> {
            while (!over.get()) {
                new Thread(() -> LockSupport.parkNanos(2_000_000)).start();
                LockSupport.parkNanos(3_000_000);
            }
        });
        starter.start();
        try {
            for (int i = 0; i < 10; i++) {
                assertThat(processors.forCallers(processors.count() + 1, () -> 1))
                        .isEqualTo(1);
            }
        } finally {
            over.set(true);
        }
    }

    @Test
    void letsFewCallersShareAll() {
        assertThat(processors.forCallers(processors.count(), this::bound)).isEqualTo(bound());
    }

    @Test
    void sharesAllWithoutAServer() {
        String before = bound();
        assertThat(Processors.shared().forCallers(64, this::bound)).isEqualTo(before);
    }
}
