package io.github.ratelimited.sample.stories;

/** Marks the package of the limited methods. */
public interface Stories {}
