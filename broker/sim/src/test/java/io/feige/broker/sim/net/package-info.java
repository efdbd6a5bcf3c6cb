/** Connections between simulated clients and the node: they delay, and they break. */
@NullMarked
package io.feige.broker.sim.net;

import org.jspecify.annotations.NullMarked;
