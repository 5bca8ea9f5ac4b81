/** Conditions of the configuration: the store, and switches. */
@NullMarked
package io.github.ratelimited.autoconfigure.condition;

import org.jspecify.annotations.NullMarked;
