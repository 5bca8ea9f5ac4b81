/** Conditions of the configuration: switches. */
@NullMarked
package io.github.ratelimited.autoconfigure.condition;

import org.jspecify.annotations.NullMarked;
