/** The text of keys: what it is for each value, how it is escaped, and how it is shortened. */
@NullMarked
package io.github.ratelimited.key;

import org.jspecify.annotations.NullMarked;
