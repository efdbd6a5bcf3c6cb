/** A disk in memory with the faults of real ones, behind the journal's file port. */
@NullMarked
package io.feige.broker.sim.disk;

import org.jspecify.annotations.NullMarked;
