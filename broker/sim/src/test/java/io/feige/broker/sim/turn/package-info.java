/** What the turn of a replica runs on in a simulated process. */
@NullMarked
package io.feige.broker.sim.turn;

import org.jspecify.annotations.NullMarked;
