/**
 * Machines, processes with clocks of their own, and the connections between them: cut one way or
 * both, slow, broken late or never noticed to be.
 */
@NullMarked
package io.feige.broker.sim.pairnet;

import org.jspecify.annotations.NullMarked;
