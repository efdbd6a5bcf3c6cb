/** Producers and consumers of a simulated cluster, which follow a pair wherever it is active. */
@NullMarked
package io.feige.broker.sim.cluster.client;

import org.jspecify.annotations.NullMarked;
