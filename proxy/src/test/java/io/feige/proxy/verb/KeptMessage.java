package io.feige.proxy.verb;

import io.feige.client.DeadLetter;
import io.feige.client.Delivery;
import io.feige.client.Header;
import io.feige.client.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A message as it would come back from the topic {@code orders} of {@code pair-1}. */
public final class KeptMessage implements Delivery {
  /** When each is published, and stored. */
  static final Instant TIME = Instant.parse("2026-11-26T09:30:00Z");

  private final Message message;
  private final long offset;

  /** This one, there. */
  public KeptMessage(Message message, long offset) {
    this.message = message;
    this.offset = offset;
  }

  @Override
  public String topic() {
    return "orders";
  }

  @Override
  public String pair() {
    return "pair-1";
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public boolean hasKey() {
    return message.hasKey();
  }

  @Override
  public byte[] key() {
    return message.key();
  }

  @Override
  public List<Header> headers() {
    return message.headers();
  }

  @Override
  public byte[] body() {
    return message.body();
  }

  @Override
  public int bodyBytes() {
    return message.body().length;
  }

  @Override
  public long publishTimeMillis() {
    return TIME.toEpochMilli();
  }

  @Override
  public long storedAtMillis() {
    return TIME.toEpochMilli();
  }

  @Override
  public Optional<Instant> expiresAt() {
    return Optional.empty();
  }

  @Override
  public Optional<DeadLetter> deadLetter() {
    return Optional.empty();
  }

  @Override
  public int attempt() {
    return 1;
  }

  @Override
  public String handle() {
    return "handle-" + offset;
  }

  @Override
  public void ack() {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> ackAsync() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void nack() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void nack(Duration delay) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void nack(String reason) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> nackAsync() {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> nackAsync(Duration delay) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> nackAsync(String reason) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> nackAsync(Duration delay, String reason) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void reject(String reason) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> rejectAsync(String reason) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void extend(Duration lease) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> extendAsync(Duration lease) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    throw new UnsupportedOperationException();
  }
}
