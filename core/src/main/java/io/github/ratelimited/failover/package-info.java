/** What happens while a store cannot decide. */
@NullMarked
package io.github.ratelimited.failover;

import org.jspecify.annotations.NullMarked;
