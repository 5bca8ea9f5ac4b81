/** Rejections that stay true for a while, and are answered without asking the store. */
@NullMarked
package io.github.ratelimited.denial;

import org.jspecify.annotations.NullMarked;
