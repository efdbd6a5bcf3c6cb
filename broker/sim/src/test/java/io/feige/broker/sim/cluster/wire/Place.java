package io.feige.broker.sim.cluster.wire;

import io.feige.broker.sim.pairnet.Proc;

/**
 * Where a simulated process runs.
 *
 * @param proc its clock, its timers and its end
 */
public record Place(World world, Proc proc) {}
