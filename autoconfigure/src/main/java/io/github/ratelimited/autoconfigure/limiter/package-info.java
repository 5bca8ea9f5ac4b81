/** The limiters of an application and the aspect. */
@NullMarked
package io.github.ratelimited.autoconfigure.limiter;

import org.jspecify.annotations.NullMarked;
