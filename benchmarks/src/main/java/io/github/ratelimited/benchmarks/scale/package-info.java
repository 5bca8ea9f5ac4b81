/** What large fleets would need: arithmetic with measured costs, a simulation of leases, and a check by a real cluster. */
@NullMarked
package io.github.ratelimited.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
