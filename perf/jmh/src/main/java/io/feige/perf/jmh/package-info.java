/**
 * Microbenchmarks of what every message goes through, by name: {@code perf/jmh/run Batch}. They
 * find where a change costs something; what it costs a user, {@code perf/guard} says.
 */
@NullMarked
package io.feige.perf.jmh;

import org.jspecify.annotations.NullMarked;
