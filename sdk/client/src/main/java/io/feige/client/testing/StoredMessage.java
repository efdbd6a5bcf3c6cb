package io.feige.client.testing;

import io.feige.client.DeadLetter;
import io.feige.client.Header;
import io.feige.client.Message;
import io.feige.client.ReceivedMessage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A message that has its offset. Immutable. */
class StoredMessage implements ReceivedMessage {
  private final String topic;
  private final long offset;
  private final Message message;
  private final long publishedMillis;
  private final long storedMillis;
  private final Optional<DeadLetter> deadLetter;

  StoredMessage(
      String topic,
      long offset,
      Message message,
      long publishedMillis,
      long storedMillis,
      Optional<DeadLetter> deadLetter) {
    this.topic = topic;
    this.offset = offset;
    this.message = message;
    this.publishedMillis = publishedMillis;
    this.storedMillis = storedMillis;
    this.deadLetter = deadLetter;
  }

  StoredMessage(StoredMessage other) {
    this(
        other.topic,
        other.offset,
        other.message,
        other.publishedMillis,
        other.storedMillis,
        other.deadLetter);
  }

  final Message message() {
    return message;
  }

  final boolean isExpired(long nowMillis) {
    long expires = message.expiresAtMillis(publishedMillis);
    return expires != 0 && expires <= nowMillis;
  }

  @Override
  public final String topic() {
    return topic;
  }

  @Override
  public final String pair() {
    return MemoryBroker.PAIR;
  }

  @Override
  public final long offset() {
    return offset;
  }

  @Override
  public final boolean hasKey() {
    return message.hasKey();
  }

  @Override
  public final byte[] key() {
    return message.key().clone();
  }

  @Override
  public final List<Header> headers() {
    return message.headers();
  }

  @Override
  public final byte[] body() {
    return message.body().clone();
  }

  @Override
  public final int bodyBytes() {
    return message.body().length;
  }

  @Override
  public final long publishTimeMillis() {
    return publishedMillis;
  }

  @Override
  public final long storedAtMillis() {
    return storedMillis;
  }

  @Override
  public final Optional<Instant> expiresAt() {
    long expires = message.expiresAtMillis(publishedMillis);
    return expires == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(expires));
  }

  @Override
  public final Optional<DeadLetter> deadLetter() {
    return deadLetter;
  }

  @Override
  public String toString() {
    return topic + "@" + offset;
  }
}
