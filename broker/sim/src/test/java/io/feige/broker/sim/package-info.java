/**
 * Deterministic simulation of the core and the journal on a simulated disk, clock and network: one
 * thread, and one seed draws everything.
 */
@NullMarked
package io.feige.broker.sim;

import org.jspecify.annotations.NullMarked;
