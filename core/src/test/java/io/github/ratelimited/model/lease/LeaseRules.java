package io.github.ratelimited.model.lease;

/**
 * The figures of the rules.
 *
 * @param fraction a chunk is at most this part of what remains, 1 for all of it
 * @param hot fewest permits in a lease that are leased
 * @param ahead a chunk is renewed so many round trips before it is needed
 * @param cut whether a chunk ends with its window
 * @param jitter an instance's lease is shorter by up to this part
 * @param grow how many times its use an instance wants to hold
 * @param back unspent permits go back after this part of a lease at the latest
 * @param rejections what follows a rejection
 * @param eager whether a chunk is renewed ahead although the last one was smaller than wanted
 */
record LeaseRules(
        int fraction,
        int hot,
        int ahead,
        boolean cut,
        int jitter,
        int grow,
        int back,
        Rejections rejections,
        boolean eager) {

    /** What an instance does after the store has rejected calls. */
    enum Rejections {

        /** Rejects until a permit is due. */
        REMEMBERED,

        /** Rejects until a permit is due, and if it is hot for a random part of up to a quarter of a lease longer. */
        SPREAD,

        /** Rejects for longer each time, up to a lease. */
        PAUSED
    }

    static final LeaseRules CHOSEN = new LeaseRules(10, 4, 2, true, 8, 1, 8, Rejections.SPREAD, false);

    LeaseRules with(Rejections other) {
        return new LeaseRules(fraction, hot, ahead, cut, jitter, grow, back, other, eager);
    }

    LeaseRules withFraction(int other) {
        return new LeaseRules(other, hot, ahead, cut, jitter, grow, back, rejections, eager);
    }

    LeaseRules withoutCut() {
        return new LeaseRules(fraction, hot, ahead, false, jitter, grow, back, rejections, eager);
    }

    LeaseRules withGrow(int other) {
        return new LeaseRules(fraction, hot, ahead, cut, jitter, other, back, rejections, eager);
    }

    LeaseRules thatAreEager() {
        return new LeaseRules(fraction, hot, ahead, cut, jitter, grow, back, rejections, true);
    }
}
