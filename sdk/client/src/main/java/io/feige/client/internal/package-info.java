/**
 * The engine behind the public interfaces. Not public API: anything here may change at any time.
 *
 * <p>One I/O thread, {@code feige-client-io}, owns the connections and everything that decides what
 * is sent: {@code net} makes connections, {@code route} knows who serves which pair and keeps a
 * link to each, {@code publish} sends batches, {@code consume} pulls and settles, {@code read}
 * reads ahead, {@code admin} asks single questions. Users' threads meet it at few places only, each
 * with one short lock and a bound in bytes taken from the one {@link
 * io.feige.client.internal.base.MemoryLimit}: for each pair the accumulator of messages and the
 * queue of verdicts, and for each consumer the buffer of deliveries. A thread that waits in {@code
 * publish} or {@code ack} is woken by the I/O thread itself; futures are completed on the callback
 * executor, one task for each batch.
 */
@NullMarked
package io.feige.client.internal;

import org.jspecify.annotations.NullMarked;
