/** Settings of limiters from the configuration. */
@NullMarked
package io.github.ratelimited.interceptor.settings;

import org.jspecify.annotations.NullMarked;
