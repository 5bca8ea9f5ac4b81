/** What operators follow: observers of limiters, counts of decisions, the keys that are rejected most. */
@NullMarked
package io.github.ratelimited.observe;

import org.jspecify.annotations.NullMarked;
