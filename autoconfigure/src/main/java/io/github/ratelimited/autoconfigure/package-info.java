/** Sets rate limits up in a Spring Boot application. */
@NullMarked
package io.github.ratelimited.autoconfigure;

import org.jspecify.annotations.NullMarked;
