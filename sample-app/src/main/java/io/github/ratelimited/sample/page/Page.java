package io.github.ratelimited.sample.page;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** An open page. A thread of its own writes to it, so that one that does not read keeps no other waiting. */
final class Page {

    /** Those of ten seconds or more. */
    private static final int MOST_WAITING = 100;

    private static final Tick END = new Tick(0, List.of(), List.of(), null);

    private final SseEmitter emitter = new SseEmitter(0L);
    private final BlockingQueue<Tick> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

    SseEmitter emitter() {
        return emitter;
    }

    /** Begins to write. The consumer is told when the page has gone. */
    void open(Consumer<Page> gone) {
        emitter.onCompletion(() -> gone.accept(this));
        Thread writer = new Thread(() -> write(gone), "page");
        writer.setDaemon(true);
        writer.start();
    }

    /** {@return whether the page still keeps up; if not, the tick is lost} */
    boolean tell(Tick tick) {
        return waiting.offer(tick);
    }

    /** Ends it without waiting for a page that does not read. A browser then opens it again. */
    void end() {
        waiting.clear();
        waiting.offer(END);
    }

    private void write(Consumer<Page> gone) {
        try {
            for (Tick tick = waiting.take(); !tick.isEmpty(); tick = waiting.take()) {
                emitter.send(tick, MediaType.APPLICATION_JSON);
            }
            emitter.complete();
        } catch (IOException | IllegalStateException | InterruptedException closed) {
            gone.accept(this);
        }
    }
}
