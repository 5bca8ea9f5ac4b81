/** Shows HTTP clients their limits: fields of answers, and problem details for rejected requests. */
@NullMarked
package io.github.ratelimited.web;

import org.jspecify.annotations.NullMarked;
