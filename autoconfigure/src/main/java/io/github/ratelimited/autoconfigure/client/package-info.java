/** Limits on requests to others. */
@NullMarked
package io.github.ratelimited.autoconfigure.client;

import org.jspecify.annotations.NullMarked;
