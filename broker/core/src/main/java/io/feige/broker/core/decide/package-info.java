/**
 * How each kind of request is decided. Entered through {@link
 * io.feige.broker.core.PartitionMachine} alone.
 */
@NullMarked
package io.feige.broker.core.decide;

import org.jspecify.annotations.NullMarked;
