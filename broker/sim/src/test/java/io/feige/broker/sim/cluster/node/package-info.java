/** Nodes of a simulated cluster: production machines and journals, with the node's glue around. */
@NullMarked
package io.feige.broker.sim.cluster.node;

import org.jspecify.annotations.NullMarked;
