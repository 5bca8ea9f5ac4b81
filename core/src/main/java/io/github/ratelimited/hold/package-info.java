/** What calls and requests take before their cost is known, and settle when they are over. */
@NullMarked
package io.github.ratelimited.hold;

import org.jspecify.annotations.NullMarked;
