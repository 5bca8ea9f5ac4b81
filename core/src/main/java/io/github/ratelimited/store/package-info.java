/** What a store is asked and answers: requests, grants, keys of limiters, and the windows of calendars. */
@NullMarked
package io.github.ratelimited.store;

import org.jspecify.annotations.NullMarked;
