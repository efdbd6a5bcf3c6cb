package io.feige.client.testing;

import io.feige.client.FeigeException;
import io.feige.client.Reader;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.client.internal.base.ReaderSpec;
import io.feige.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads straight from the topic. */
final class MemoryReader implements Reader {
  private final MemoryBroker broker;
  private final String topic;
  private final MemoryTopic counted;
  private volatile boolean isClosed;
  private long nextOffset;

  MemoryReader(MemoryBroker broker, ReaderSpec spec) {
    if (!spec.pair().isEmpty()) {
      MemoryBroker.checkPair(spec.pair());
    }
    this.broker = broker;
    this.topic = spec.topic();
    this.counted = broker.ask(() -> broker.topic(topic));
    int asked = spec.start().partition();
    if (asked != 0 && asked != counted.partition()) {
      throw replaced();
    }
    this.nextOffset = broker.ask(() -> counted.offsetOf(spec.start()));
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public List<ReceivedMessage> read(int max, Duration wait) {
    List<ReceivedMessage> messages = new ArrayList<>();
    broker.await(
        () -> {
          if (isClosed) {
            throw new IllegalStateException("the reader is closed");
          }
          if (broker.topic(topic) != counted) {
            throw replaced();
          }
          List<StoredMessage> all = counted.messages();
          while (messages.size() < max && nextOffset < all.size()) {
            messages.add(all.get((int) nextOffset++));
          }
          return !messages.isEmpty();
        },
        wait);
    return messages;
  }

  private FeigeException replaced() {
    return FeigeException.of(ErrorCode.TOPIC_REPLACED, "Topic " + topic + ".");
  }

  @Override
  public StartFrom place(String pair) {
    MemoryBroker.checkPair(pair);
    return StartFrom.offset(nextOffset, counted.partition());
  }

  @Override
  public List<String> pairs() {
    return List.of(MemoryBroker.PAIR);
  }

  @Override
  public long nextOffset() {
    return nextOffset;
  }

  @Override
  public long nextOffset(String pair) {
    MemoryBroker.checkPair(pair);
    return nextOffset;
  }

  @Override
  public long endOffset(String pair) {
    MemoryBroker.checkPair(pair);
    return endOffset();
  }

  @Override
  public long endOffset() {
    return broker.ask(() -> (long) broker.topic(topic).messages().size());
  }

  @Override
  public void close() {
    isClosed = true;
    Boolean unused = broker.ask(() -> true); // Wakes who waits, to see it.
  }
}
