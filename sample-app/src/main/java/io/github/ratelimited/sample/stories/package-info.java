/** Limited methods, each for a limit that many applications need. */
@NullMarked
package io.github.ratelimited.sample.stories;

import org.jspecify.annotations.NullMarked;
