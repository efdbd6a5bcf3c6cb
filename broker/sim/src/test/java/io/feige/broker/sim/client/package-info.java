/** Producers, consumers, readers and administrators that behave well and badly. */
@NullMarked
package io.feige.broker.sim.client;

import org.jspecify.annotations.NullMarked;
