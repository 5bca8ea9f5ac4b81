package io.github.ratelimited;

import java.util.concurrent.CompletionStage;

/**
 * Permits that were taken for a call whose cost is known only afterwards. Settle the cost once. Until then,
 * and for good where it is never settled or the process dies, what was taken stays taken. Safe for use by many threads.
 *
 * <p>Settling is not waited for: it travels to the store together with other settlements, once, and goes to the store that
 * granted the permits. Where that cannot be reached, what was taken stays taken, and what was used beyond it is not
 * counted; nothing of that reaches the caller.
 */
public interface Hold {

    /**
     * What was decided when the permits were taken.
     *
     * @return a permission
     */
    Decision decision();

    /**
     * Settles what the call really used, and returns at once. Of fewer permits than were taken the rest goes back, as far as
     * the algorithm can let it; more are counted as well, also beyond the limit, so that later calls have to wait for them.
     * Only the first call does something.
     *
     * @param actual permits that the call really used, at least 0
     * @throws IllegalArgumentException when negative; then nothing is settled yet
     */
    void settle(long actual);

    /**
     * Like {@link #settle(long)}, for those who want to know when it is done.
     *
     * @param actual permits that the call really used, at least 0
     * @return complete when it is done or given up; fails only when the permits are negative
     */
    CompletionStage<Void> settleAsync(long actual);
}
