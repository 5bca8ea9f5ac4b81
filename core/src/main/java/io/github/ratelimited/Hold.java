package io.github.ratelimited;

import java.util.concurrent.CompletionStage;

/**
 * Permits that were taken for a call whose cost is known only afterwards. Settle it once, in a {@code finally} block. A
 * hold that is never settled keeps what it took, like any call. Safe for use by many threads.
 *
 * <p>Nobody waits for a settlement. It is sent together with others to the store that granted the permits. While that store
 * answers that it cannot write, it is sent again, for about ten seconds. If the store cannot be reached, what was taken stays
 * taken, and what was used beyond it is not counted. The caller does not see such failures.
 */
public interface Hold {

    /**
     * What was decided when the permits were taken.
     *
     * @return a decision that allowed the call
     */
    Decision decision();

    /**
     * Settles what the call really used, and returns at once. If it used less than was taken, the rest goes back, as far as
     * the algorithm allows. If it used more, the difference is counted, even beyond the limit, and later calls have to wait
     * for it. Only the first call has an effect.
     *
     * @param actual permits that the call really used, at least 0; more than 2^50 count as 2^50
     * @throws IllegalArgumentException when negative; the hold can still be settled then
     */
    void settle(long actual);

    /**
     * Like {@link #settle(long)}, for callers that need to know when it is done.
     *
     * @param actual permits that the call really used, at least 0; more than 2^50 count as 2^50
     * @return complete when it is done or given up; fails only when the permits are negative
     */
    CompletionStage<Void> settleAsync(long actual);
}
