/** The limiters of users on top of any store: asking, waiting and giving back. */
@NullMarked
package io.github.ratelimited.limiter;

import org.jspecify.annotations.NullMarked;
