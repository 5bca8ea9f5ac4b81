package io.github.ratelimited.benchmarks.scale;

/**
 * What decisions cost, measured on one core of a server with nothing else to do, as docs/scaling.md tells.
 *
 * @param hot server time of a call in full batches of one key, in us
 * @param many server time of a call in batches of many keys, in us
 * @param alone server time of a call that travels alone, in us
 * @param chunk server time of a request for a chunk or of what goes back, in us
 * @param roundTrip time until an answer is there, in us
 * @param full part of its time that a master is used at most
 */
record Costs(double hot, double many, double alone, double chunk, double roundTrip, double full) {

    static final Costs MEASURED = new Costs(1.06, 3.4, 4.5, 6, 1000, .6);

    /** Server time of a call of one key that travels in batches of so many, in us. */
    double ofOneKey(double batch) {
        return hot + (alone - hot) / Math.max(1, batch);
    }

    /** Server time of a call that travels with those of other keys, in us. */
    double ofManyKeys(double batch) {
        return many + (alone - many) / Math.max(1, batch);
    }
}
