/** What the parts of a simulated cluster say to each other over connections. */
@NullMarked
package io.feige.broker.sim.cluster.wire;

import org.jspecify.annotations.NullMarked;
