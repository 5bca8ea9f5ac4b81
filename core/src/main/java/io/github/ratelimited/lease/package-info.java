/** Permits that a process takes ahead and spends without asking: at in-process speed, for a bound that is known. */
@NullMarked
package io.github.ratelimited.lease;

import org.jspecify.annotations.NullMarked;
