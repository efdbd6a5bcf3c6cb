/** How each broker is fetched, set up, started and stopped. */
@NullMarked
package io.feige.perf.peers.server;

import org.jspecify.annotations.NullMarked;
