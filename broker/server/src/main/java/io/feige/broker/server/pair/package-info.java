/**
 * A pair's loop: the one thread that owns the replica's state, and what joins the deciding code to
 * the journal, the connections and the clock.
 */
@NullMarked
package io.feige.broker.server.pair;

import org.jspecify.annotations.NullMarked;
