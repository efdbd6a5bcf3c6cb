package io.feige.jmeter;

import io.feige.client.Header;
import io.feige.client.ReceivedMessage;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What a message of a plan carries in a header: which one it is, and when it was sent.
 *
 * @param run of the test; another run's messages are none of ours
 * @param stream who sent it: a thread with a sampler
 * @param sequence from 0 on, one by one
 * @param sentMicros since 1970 by the sender's clock, so several machines need clocks that agree
 */
record Stamp(long run, int stream, int sequence, long sentMicros) {
  static final String HEADER = "jmeter";
  private static final int BYTES = 24;

  Header header() {
    byte[] value =
        ByteBuffer.allocate(BYTES)
            .putLong(run)
            .putInt(stream)
            .putInt(sequence)
            .putLong(sentMicros)
            .array();
    return new Header(HEADER, value);
  }

  /** That of a message; none if it was published by something else. */
  static Optional<Stamp> of(ReceivedMessage message) {
    return message
        .header(HEADER)
        .filter(header -> header.value().length == BYTES)
        .map(header -> {
          ByteBuffer value = ByteBuffer.wrap(header.value());
          return new Stamp(value.getLong(), value.getInt(), value.getInt(), value.getLong());
        });
  }

  static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }
}
