/** Limits by URL: routes from the configuration, counted by a filter. */
@NullMarked
package io.github.ratelimited.web.route;

import org.jspecify.annotations.NullMarked;
