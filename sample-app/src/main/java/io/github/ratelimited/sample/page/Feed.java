package io.github.ratelimited.sample.page;

import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.sample.page.Tick.Answer;
import io.github.ratelimited.sample.page.Tick.Decided;
import io.github.ratelimited.sample.page.Tick.Situation;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Gathers what happens and tells all open pages ten times a second. Safe for use by many threads. */
@Component
final class Feed {

    private final Queue<Decided> decisions = new ConcurrentLinkedQueue<>();
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Situation> situation = new AtomicReference<>();
    private final List<Page> pages = new CopyOnWriteArrayList<>();

    /** The listener of an instance: it must not block, so it only queues. */
    DecisionListener listener(int instance) {
        return decision -> decisions.add(Decided.of(instance, decision));
    }

    void answered(Answer answer) {
        answers.add(answer);
    }

    void stands(Situation now) {
        situation.set(now);
    }

    boolean isWatched() {
        return !pages.isEmpty();
    }

    SseEmitter open() {
        Page page = new Page();
        pages.add(page);
        page.open(this::drop);
        return page.emitter();
    }

    private void drop(Page page) {
        pages.remove(page);
        page.end();
    }

    @Scheduled(fixedDelay = 100)
    void tell() {
        Tick tick = new Tick(System.currentTimeMillis(), drain(decisions), drain(answers), situation.getAndSet(null));
        if (!tick.isEmpty()) {
            pages.stream().filter(page -> !page.tell(tick)).forEach(this::drop);
        }
    }

    private static <T> List<T> drain(Queue<T> queue) {
        List<T> drained = new ArrayList<>();
        for (T next = queue.poll(); next != null; next = queue.poll()) {
            drained.add(next);
        }
        return drained;
    }

    /** Before the web server, which otherwise waits for open pages to go away. */
    @EventListener(ContextClosedEvent.class)
    void end() {
        pages.forEach(Page::end);
    }
}
