package io.feige.client.internal.read;

import io.feige.client.Reader;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.client.internal.consume.DeliveredFrame;
import io.feige.client.internal.consume.FrameMessage;
import io.feige.client.internal.net.Engine;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.model.Selection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The reader of the engine. One user thread; what is read ahead comes through {@link ReadAhead}.
 */
public final class EngineReader implements Reader {
  private final String topic;
  private final ReadAhead ahead;
  private final Consumer<Reader> whenClosed;
  private final ArrayDeque<FrameMessage> unpacked = new ArrayDeque<>();
  private long afterUnpacked;
  private long endOffset = -1;
  private long nextOffset;

  private EngineReader(
      String topic, StartFrom start, ReadAhead ahead, Consumer<Reader> whenClosed) {
    this.topic = topic;
    this.ahead = ahead;
    this.whenClosed = whenClosed;
    this.nextOffset = start.kind() == StartFrom.Kind.OFFSET ? start.value() : -1;
    this.afterUnpacked = nextOffset;
  }

  /** A reader over the engine's link. */
  public static EngineReader over(
      Engine engine, String topic, StartFrom start, int bytes, Consumer<Reader> whenClosed) {
    ReadAhead ahead = new ReadAhead(engine, topic, start, bytes);
    ahead.start();
    return new EngineReader(topic, start, ahead, whenClosed);
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public List<ReceivedMessage> read(int max, Duration wait) {
    if (max < 1) {
      throw new IllegalArgumentException("max must be 1 or more, not " + max);
    }
    long days = Math.min(365, wait.toDays());
    long waitNanos = days == 365 ? TimeUnit.DAYS.toNanos(365) : wait.toNanos();
    long deadline = System.nanoTime() + waitNanos;
    List<ReceivedMessage> messages = new ArrayList<>();
    while (messages.isEmpty() && unpackNext(deadline)) {
      handOut(max, messages);
    }
    return messages;
  }

  @Override
  public long nextOffset() {
    return nextOffset;
  }

  @Override
  public long endOffset() {
    return endOffset;
  }

  @Override
  public void close() {
    ahead.close();
    whenClosed.accept(this);
  }

  private void handOut(int max, List<ReceivedMessage> messages) {
    FrameMessage message = messages.size() < max ? unpacked.poll() : null;
    while (message != null) {
      messages.add(message);
      nextOffset = message.offset() + 1;
      message = messages.size() < max ? unpacked.poll() : null;
    }
    if (unpacked.isEmpty()) {
      nextOffset = afterUnpacked;
    }
  }

  /** Sees that something is unpacked; false when nothing came in time. */
  private boolean unpackNext(long deadlineNanos) {
    while (unpacked.isEmpty()) {
      ReadBatches batches = ahead.take(deadlineNanos);
      if (batches == null) {
        return false;
      }
      batches
          .deliveries()
          .forEach(delivered ->
              unpack(
                  DeliveredFrame.open(topic, delivered.frame().nioBuffer()),
                  delivered.selections()));
      afterUnpacked = batches.nextOffset();
      endOffset = batches.endOffset();
      if (unpacked.isEmpty()) {
        nextOffset = afterUnpacked;
      }
    }
    return true;
  }

  private void unpack(DeliveredFrame frame, List<Selection> selections) {
    for (Selection part : selections) {
      for (int i = part.first(); i < part.first() + part.count(); i++) {
        unpacked.add(new FrameMessage(frame, i));
      }
    }
  }
}
