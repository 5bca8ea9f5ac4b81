/** Requests that arrive together travel to the store in one batch. */
@NullMarked
package io.github.ratelimited.batch;

import org.jspecify.annotations.NullMarked;
