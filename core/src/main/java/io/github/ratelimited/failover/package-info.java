/** What happens while a store cannot decide, and refusals that are answered without asking it. */
@NullMarked
package io.github.ratelimited.failover;

import org.jspecify.annotations.NullMarked;
