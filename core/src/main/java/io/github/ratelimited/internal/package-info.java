/** What several rooms need and no user: checks of settings, deadlines, what others plug in, and speed that needs a trick. */
@NullMarked
package io.github.ratelimited.internal;

import org.jspecify.annotations.NullMarked;
