/** The production core and journal on a simulated disk and clock, replayed from a seed. */
@NullMarked
package io.feige.broker.sim;

import org.jspecify.annotations.NullMarked;
