package io.feige.broker.sim.node;

import io.feige.broker.sim.check.Checker;
import io.feige.broker.sim.disk.SimDisk;
import io.feige.broker.sim.net.Wire;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Trace;

/** What a node finds around it. */
public record Surroundings(
    Timeline timeline, Trace trace, Chance chance, SimDisk disk, Wire wire, Checker checker) {}
