/** What several rooms need and no user: deadlines, what others plug in, and speed that needs a trick. */
@NullMarked
package io.github.ratelimited.internal;

import org.jspecify.annotations.NullMarked;
