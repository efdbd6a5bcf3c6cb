/** The node: it gives the core its files, sockets, threads and clock. */
@NullMarked
package io.feige.broker.server;

import org.jspecify.annotations.NullMarked;
