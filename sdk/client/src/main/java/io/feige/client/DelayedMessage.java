package io.feige.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * A message that waits for its time.
 *
 * @param id names it as long as it waits: pair, batch and place in the batch, such as {@code
 *     pair-1/4711.0}. Where the nodes of a pair share a database, it may get another one when the
 *     other node takes over
 * @param topic the topic it was published to
 * @param dueAt when it is due, by the broker's clock
 * @param publishedAt the broker's time when it was stored
 * @param key its key, read-only; empty if it has none, or the caller may not have the message
 * @param bodyLength bytes of its body
 */
public record DelayedMessage(
    String id,
    String topic,
    Instant dueAt,
    Instant publishedAt,
    Optional<ByteBuffer> key,
    int bodyLength) {
  /** Keeps the key from being changed. */
  public DelayedMessage {
    key = key.map(ByteBuffer::asReadOnlyBuffer);
  }

  /** The key as UTF-8 text; empty if it has none. */
  public Optional<String> keyText() {
    return key.map(bytes -> StandardCharsets.UTF_8.decode(bytes.duplicate()).toString());
  }
}
