/** The sample application: it starts, and it finds or brings its Redis. */
@NullMarked
package io.github.ratelimited.sample;

import org.jspecify.annotations.NullMarked;
