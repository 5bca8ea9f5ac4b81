/** When parts of the configuration are there: by the store, and by switches. */
@NullMarked
package io.github.ratelimited.autoconfigure.condition;

import org.jspecify.annotations.NullMarked;
