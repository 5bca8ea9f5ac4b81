package io.github.ratelimited.observe;

/** What became of what a call really used. */
public enum SettlementOutcome {

    /** The call used what it had taken. */
    EVEN,

    /** Permits went back. */
    REFUNDED,

    /** Permits that were not used could not go back any more, and stay taken. */
    KEPT,

    /** Permits were counted beyond those that were taken. */
    CHARGED,

    /** It is not known to be counted: the store did not answer in time or could not write, or nothing counts meanwhile. */
    DROPPED,

    /** It was settled before, and only the first counts. */
    REPEATED
}
