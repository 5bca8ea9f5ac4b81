package io.github.ratelimited.benchmarks;

/**
 * One of those that are compared.
 *
 * @param name who it is
 * @param call one call; its answer tells whether the permit was granted
 */
record Contender(String name, Call call) {

    /** A call with a number that tells one call of a thread from another. */
    @FunctionalInterface
    interface Call {

        boolean at(int number);
    }
}
