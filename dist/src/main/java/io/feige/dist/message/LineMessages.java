package io.feige.dist.message;

import io.feige.client.Header;
import io.feige.client.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages that lines stand for.
 *
 * @param keys where a line's key ends
 * @param headers of each message
 * @param delay how long each waits before it is delivered
 * @param idempotencyKey under which, and its number, each is stored once; null: without
 */
record LineMessages(
    KeyPrefix keys, List<Header> headers, Duration delay, @Nullable String idempotencyKey) {
  private static final long MOST_KEYS = 20_000;

  /**
   * The message of a line.
   *
   * @param number of the line, the first is 1
   * @throws IOException there are more lines than a topic remembers keys
   */
  Message of(byte[] line, long number) throws IOException {
    Message.Builder message = Message.builder().delay(delay);
    headers.forEach(header -> message.header(header.name(), header.value()));
    if (idempotencyKey != null) {
      if (number > MOST_KEYS) {
        throw new IOException(
            "With --idempotency-key there may be "
                + MOST_KEYS
                + " lines, because a topic remembers so many keys; those before are published");
      }
      message.idempotencyKey(idempotencyKey + "/" + number);
    }
    int at = keys.indexIn(line);
    if (at < 0) {
      return message.body(line).build();
    }
    return message
        .key(Arrays.copyOf(line, at))
        .body(Arrays.copyOfRange(line, at + keys.length(), line.length))
        .build();
  }
}
