/** What operators follow: observers of limiters, counts of decisions, the keys that are denied most. */
@NullMarked
package io.github.ratelimited.observe;

import org.jspecify.annotations.NullMarked;
