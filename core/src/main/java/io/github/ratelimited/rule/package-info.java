/** Limits that the configuration puts around HTTP requests: their expressions, and the permits that one request takes. */
@NullMarked
package io.github.ratelimited.rule;

import org.jspecify.annotations.NullMarked;
