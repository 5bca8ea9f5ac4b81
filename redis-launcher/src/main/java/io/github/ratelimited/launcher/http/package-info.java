/** Requests as nobody should send them, for tests of servers. */
@NullMarked
package io.github.ratelimited.launcher.http;

import org.jspecify.annotations.NullMarked;
