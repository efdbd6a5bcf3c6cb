/** The page that sums up a run of {@code perf/jmeter/run}. */
@NullMarked
package io.feige.perf.jmeter;

import org.jspecify.annotations.NullMarked;
