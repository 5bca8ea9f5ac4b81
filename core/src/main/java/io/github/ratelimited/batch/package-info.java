/**
 * Requests that arrive together travel to the store in one batch, and so do settlements. {@code Batch} gives back what
 * is granted too late.
 */
@NullMarked
package io.github.ratelimited.batch;

import org.jspecify.annotations.NullMarked;
