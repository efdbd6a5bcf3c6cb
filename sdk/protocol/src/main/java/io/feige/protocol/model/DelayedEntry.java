package io.feige.protocol.model;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A message that waits for its time.
 *
 * @param id of its batch: the position of the journal frame in which the batch came
 * @param index of the message in the batch
 * @param dueMillis when it is due, milliseconds since 1970
 * @param publishedMillis the broker's time when it was stored, milliseconds since 1970
 * @param key null: it has none, was packed so that nobody can read it, or is not for who asks
 * @param bodyLength 0 also where nobody can read it
 */
public record DelayedEntry(
    long id,
    int index,
    long dueMillis,
    long publishedMillis,
    @Nullable ByteBuffer key,
    int bodyLength) {
  /** The same for somebody who may not have the message. */
  public DelayedEntry withoutKey() {
    return new DelayedEntry(id, index, dueMillis, publishedMillis, null, bodyLength);
  }
}
