/**
 * A broker in memory, for the unit tests of programs that use the client. {@link
 * io.feige.client.testing.InMemoryFeige} is a {@link io.feige.client.FeigeClient} without sockets,
 * with a clock that the test sets.
 */
@NullMarked
package io.feige.client.testing;

import org.jspecify.annotations.NullMarked;
