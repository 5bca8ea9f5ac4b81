/** Which limit is in force for a name and a key. */
@NullMarked
package io.github.ratelimited.limits;

import org.jspecify.annotations.NullMarked;
