package io.feige.client.internal.consume;

import io.feige.client.DeadLetter;
import io.feige.client.Header;
import io.feige.client.ReceivedMessage;
import io.feige.protocol.batch.BatchRecord;
import io.feige.protocol.batch.RecordHeader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message as a view of its frame: its parts are read when they are asked for. */
public class FrameMessage implements ReceivedMessage {
  private final DeliveredFrame frame;
  private final int index;
  private @Nullable BatchRecord record;

  /** The message with this index in the frame's batch. */
  public FrameMessage(DeliveredFrame frame, int index) {
    this.frame = frame;
    this.index = index;
  }

  @Override
  public final String topic() {
    return frame.topic();
  }

  @Override
  public final String pair() {
    return frame.pair();
  }

  @Override
  public final long offset() {
    return frame.offset(index);
  }

  @Override
  public final boolean hasKey() {
    return record().hasKey();
  }

  @Override
  public final byte[] key() {
    byte[] key = record().key();
    return key == null ? new byte[0] : key;
  }

  @Override
  public final List<Header> headers() {
    List<RecordHeader> stored = record().headers();
    if (stored.isEmpty()) {
      return List.of();
    }
    List<Header> headers = new ArrayList<>(stored.size());
    for (RecordHeader header : stored) {
      headers.add(new Header(header.name(), header.value()));
    }
    return headers;
  }

  @Override
  public final byte[] body() {
    return record().body();
  }

  @Override
  public final int bodyBytes() {
    return problem().isEmpty() ? record().bodyLength() : 0;
  }

  @Override
  public final long publishTimeMillis() {
    return problem().isEmpty() ? record().clientTimeMillis() : frame.batchTimeMillis();
  }

  @Override
  public final Optional<String> problem() {
    return record == null ? frame.problem(index) : Optional.empty();
  }

  @Override
  public final long storedAtMillis() {
    return frame.storedAtMillis();
  }

  @Override
  public final Optional<Instant> expiresAt() {
    long millis = frame.expiryMillis(index);
    return millis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }

  @Override
  public final Optional<DeadLetter> deadLetter() {
    return frame.deadLetter(index);
  }

  @Override
  public String toString() {
    return topic() + "@" + pair() + "/" + offset();
  }

  // Two threads may both read the record; both get the same, so no lock is needed.
  private BatchRecord record() {
    BatchRecord read = record;
    if (read == null) {
      read = frame.record(index);
      record = read;
    }
    return read;
  }
}
