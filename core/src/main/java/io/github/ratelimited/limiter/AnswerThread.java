package io.github.ratelimited.limiter;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Where the caller's code that follows an answer runs: on the thread that asked while it is still asking, else on the
 * caller's executor. Safe for use by many threads.
 */
final class AnswerThread {

    private final Executor executor;

    /** Needs no lock, because a thread that finds itself here has put itself there. */
    @Nullable
    Thread asking;

    AnswerThread(Executor executor) {
        this.executor = executor;
    }

    void ask(Runnable question) {
        asking = Thread.currentThread();
        try {
            question.run();
        } finally {
            asking = null;
        }
    }

    void run(Runnable completion) {
        if (asking == Thread.currentThread()) {
            completion.run();
        } else {
            later(completion);
        }
    }

    void later(Runnable completion) {
        AnswerExecutor.run(executor, completion);
    }
}
