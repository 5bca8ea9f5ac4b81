/** The words a user of rate limits speaks: the annotation, limits, limiters, decisions and exceptions. */
@NullMarked
package io.github.ratelimited;

import org.jspecify.annotations.NullMarked;
