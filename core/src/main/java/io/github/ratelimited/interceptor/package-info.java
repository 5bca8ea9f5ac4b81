/** The aspect: finds annotated methods, proves them at start-up, and takes permits before each call. */
@NullMarked
package io.github.ratelimited.interceptor;

import org.jspecify.annotations.NullMarked;
