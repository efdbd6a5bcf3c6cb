/** What must hold of a pair at every instant, whichever of its replicas serves. */
@NullMarked
package io.feige.broker.sim.cluster.check;

import org.jspecify.annotations.NullMarked;
