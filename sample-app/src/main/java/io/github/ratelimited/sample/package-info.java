/** Shows rate limits on a web application. */
@NullMarked
package io.github.ratelimited.sample;

import org.jspecify.annotations.NullMarked;
