/**
 * The turn of a replica: the order in which things are done around the deciding machines. It
 * touches no thread, clock, file or connection; the node and the simulation lend it theirs.
 */
@NullMarked
package io.feige.broker.core.turn;

import org.jspecify.annotations.NullMarked;
