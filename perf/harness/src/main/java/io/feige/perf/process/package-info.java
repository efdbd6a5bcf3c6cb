/** Processes that are measured: their ports and their folders. */
@NullMarked
package io.feige.perf.process;

import org.jspecify.annotations.NullMarked;
