package io.feige.client;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A message as it comes from the broker. Its parts are unpacked when they are asked for. */
public interface ReceivedMessage {
  /** The topic. */
  String topic();

  /** The pair that holds it. */
  String pair();

  /** Its number in its partition, which is the topic's part at one pair. */
  long offset();

  /** Whether it has a key. An empty key is a key. */
  boolean hasKey();

  /** A copy of the key; empty when there is none. */
  byte[] key();

  /** The key read as UTF-8; empty when there is none. */
  default String keyText() {
    return new String(key(), StandardCharsets.UTF_8);
  }

  /** The headers in the publisher's order. */
  List<Header> headers();

  /** The first header of that name. */
  default Optional<Header> header(String name) {
    return headers().stream().filter(header -> header.name().equals(name)).findFirst();
  }

  /** A copy of the body. */
  byte[] body();

  /** The body read as UTF-8. */
  default String text() {
    return new String(body(), StandardCharsets.UTF_8);
  }

  /** The length of the body in bytes, without copying it. */
  int bodyBytes();

  /** The publisher's time when it was published, milliseconds since 1970. */
  long publishTimeMillis();

  /** The broker's time when it was stored, milliseconds since 1970. */
  long storedAtMillis();

  /** The publisher's time when it was published. */
  default Instant publishTime() {
    return Instant.ofEpochMilli(publishTimeMillis());
  }

  /** The broker's time when it was stored. */
  default Instant storedAt() {
    return Instant.ofEpochMilli(storedAtMillis());
  }

  /** When it expires, if ever. */
  Optional<Instant> expiresAt();

  /**
   * Why it cannot be read, if so: its publisher packed it in a way that the SDK does not. Then
   * {@link #publishTimeMillis} is that of the messages it was published with, {@link #bodyBytes} is
   * 0, and whoever asks for key, headers or body gets a {@link FeigeException}.
   */
  default Optional<String> problem() {
    return Optional.empty();
  }

  /** For a message of a dead-letter topic: where it comes from, and why it was moved there. */
  Optional<DeadLetter> deadLetter();

  /** For a message of a dead-letter topic: why it was moved there. */
  default Optional<String> deadLetterReason() {
    return deadLetter().map(DeadLetter::reason);
  }
}
