package io.github.ratelimited.benchmarks.measure;

/**
 * One of those that are compared.
 *
 * @param name who it is
 * @param call one call; its answer tells whether the permit was granted
 */
public record Contender(String name, Call call) {

    /** A call with a number that tells one call of a thread from another. */
    @FunctionalInterface
    public interface Call {

        /**
         * Calls once.
         *
         * @param number tells this call of a thread from another
         * @return whether the permit was granted
         */
        boolean at(int number);
    }
}
