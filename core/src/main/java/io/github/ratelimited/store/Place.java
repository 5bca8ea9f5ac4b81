package io.github.ratelimited.store;

/**
 * Where permits are counted.
 *
 * @param limiter name of the limiter
 * @param key key as {@link KeyText} writes it, empty without a key
 */
record Place(String limiter, String key) {

    static Place of(Demand demand) {
        return new Place(demand.limiter(), demand.key());
    }
}
