/** Methods that answer in place of a rejected call. */
@NullMarked
package io.github.ratelimited.interceptor.fallback;

import org.jspecify.annotations.NullMarked;
