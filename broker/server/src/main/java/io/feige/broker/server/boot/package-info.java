/** Wires a node by hand: directory, journal, pair, front, health; and takes it down in order. */
@NullMarked
package io.feige.broker.server.boot;

import org.jspecify.annotations.NullMarked;
