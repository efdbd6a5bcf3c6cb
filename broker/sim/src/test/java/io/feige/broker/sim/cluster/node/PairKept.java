package io.feige.broker.sim.cluster.node;

import io.feige.broker.sim.cluster.check.PairChecker;

/** What of a replica outlives its process: its disk, and who watches the pair. */
record PairKept(PairDisk disk, PairChecker checker) {}
