/** The types that applications use: the annotation, limits, limiters, decisions and exceptions. */
@NullMarked
package io.github.ratelimited;

import org.jspecify.annotations.NullMarked;
