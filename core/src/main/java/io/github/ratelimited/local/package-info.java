/** Limits that are counted within this process. */
@NullMarked
package io.github.ratelimited.local;

import org.jspecify.annotations.NullMarked;
