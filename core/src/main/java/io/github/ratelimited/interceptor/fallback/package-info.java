/** Methods that answer in place of a rejected call: how they are found and called. {@code LimitedCall} decides that one is. */
@NullMarked
package io.github.ratelimited.interceptor.fallback;

import org.jspecify.annotations.NullMarked;
