/**
 * What a simulation is made in: chance from a seed, time that only events move, and the trace of
 * what happened.
 */
@NullMarked
package io.feige.broker.sim.world;

import org.jspecify.annotations.NullMarked;
