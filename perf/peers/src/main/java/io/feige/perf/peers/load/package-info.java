/** The load generator: the same work for every broker, in a process of its own. */
@NullMarked
package io.feige.perf.peers.load;

import org.jspecify.annotations.NullMarked;
