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
import org.jspecify.annotations.Nullable;

/** Reads straight from the topic. */
final class MemoryReader implements Reader {
  private final MemoryBroker broker;
  private final String topic;
  private final StartFrom start;
  private volatile boolean isClosed;
  private @Nullable MemoryTopic counted;
  private long nextOffset;

  MemoryReader(MemoryBroker broker, ReaderSpec spec) {
    if (!spec.pair().isEmpty()) {
      MemoryBroker.checkPair(spec.pair());
    }
    this.broker = broker;
    this.topic = spec.topic();
    this.start = spec.start();
    this.nextOffset = start.kind() == StartFrom.Kind.OFFSET ? start.value() : -1;
    if (start.kind() == StartFrom.Kind.LATEST) {
      // What is published before the first read is new, too.
      var unused = broker.ask(() -> broker.topics().containsKey(topic) ? counted() : null);
    }
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
          List<StoredMessage> all = counted().messages();
          while (messages.size() < max && nextOffset < all.size()) {
            messages.add(all.get((int) nextOffset++));
          }
          return !messages.isEmpty();
        },
        wait);
    return messages;
  }

  /** Under the lock: the topic, which is the one in which this began. */
  private MemoryTopic counted() {
    MemoryTopic present = broker.topic(topic);
    int asked = counted == null ? start.partition() : counted.partition();
    if (asked != 0 && asked != present.partition()) {
      throw FeigeException.of(ErrorCode.TOPIC_REPLACED, "Topic " + topic + ".");
    }
    if (counted == null) {
      counted = present;
      nextOffset = present.offsetOf(start);
    }
    return present;
  }

  @Override
  public StartFrom place(String pair) {
    MemoryBroker.checkPair(pair);
    return broker.ask(() -> {
      MemoryTopic begun = counted;
      return begun == null ? start : StartFrom.offset(nextOffset, begun.partition());
    });
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
    return broker.ask(() -> {
      MemoryTopic begun = counted;
      return begun == null ? -1L : begun.messages().size();
    });
  }

  @Override
  public void close() {
    isClosed = true;
    Boolean unused = broker.ask(() -> true); // Wakes who waits, to see it.
  }
}
