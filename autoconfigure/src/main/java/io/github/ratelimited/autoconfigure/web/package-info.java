/** HTTP answers and limits by URL. */
@NullMarked
package io.github.ratelimited.autoconfigure.web;

import org.jspecify.annotations.NullMarked;
