/** {@code perf/peers/run}: brokers one after the other on one machine, under the same load. */
@NullMarked
package io.feige.perf.peers;

import org.jspecify.annotations.NullMarked;
