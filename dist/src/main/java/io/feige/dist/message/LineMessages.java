package io.feige.dist.message;

import io.feige.client.Message;
import java.time.Duration;
import java.util.Arrays;

/**
 * The messages that lines stand for.
 *
 * @param keys where a line's key ends
 * @param delay how long each waits before it is delivered
 */
record LineMessages(KeyPrefix keys, Duration delay) {
  Message of(byte[] line) {
    Message.Builder message = Message.builder().delay(delay);
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
