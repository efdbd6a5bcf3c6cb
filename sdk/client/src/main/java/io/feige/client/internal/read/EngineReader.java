package io.feige.client.internal.read;

import io.feige.client.FeigeException;
import io.feige.client.Reader;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.client.internal.base.ReaderSpec;
import io.feige.client.internal.consume.DeliveredFrame;
import io.feige.client.internal.consume.FrameMessage;
import io.feige.client.internal.net.ClientLoop;
import io.feige.client.internal.route.Engine;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.model.Selection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The reader of the engine. One user thread; what is read ahead comes through {@link ReadShelf}.
 */
public final class EngineReader implements Reader {
  /** How far a pair has been read; -1: not known yet. */
  private static final class Progress {
    private long nextOffset;
    private long afterUnpacked;
    private long endOffset = -1;
    private int partition;

    Progress(long first) {
      nextOffset = first;
      afterUnpacked = first;
    }
  }

  private final String topic;
  private final StartFrom start;
  private final ReadShelf shelf;
  private final ReadLanes lanes;
  private final ClientLoop loop;
  private final Consumer<Reader> whenClosed;
  private final Map<String, Progress> progress = new HashMap<>();
  private final ArrayDeque<FrameMessage> unpacked = new ArrayDeque<>();
  private final ArrayDeque<DeliveredBatch> packed = new ArrayDeque<>();
  private String unpackedPair = "";
  private boolean mustAsk;

  private EngineReader(Engine engine, ReaderSpec spec, Consumer<Reader> whenClosed) {
    this.topic = spec.topic();
    this.start = spec.start();
    this.loop = engine.loop();
    this.whenClosed = whenClosed;
    this.shelf = new ReadShelf(engine.memory(), spec.readAheadBytes());
    this.lanes = new ReadLanes(engine, topic, spec.pair(), start, shelf);
  }

  /** A reader over the engine's links. */
  public static EngineReader over(Engine engine, ReaderSpec spec, Consumer<Reader> whenClosed) {
    EngineReader reader = new EngineReader(engine, spec, whenClosed);
    engine.loop().execute(reader.lanes::start);
    return reader;
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public List<String> pairs() {
    return lanes.pairs();
  }

  @Override
  public List<ReceivedMessage> read(int max, Duration wait) {
    if (max < 1) {
      throw new IllegalArgumentException("max must be 1 or more, not " + max);
    }
    long days = Math.min(365, wait.toDays());
    long waitNanos = days == 365 ? TimeUnit.DAYS.toNanos(365) : wait.toNanos();
    long deadline = System.nanoTime() + waitNanos;
    if (shelf.forgetsThatThereIsNoTopic()) {
      mustAsk = true; // It was so before this call.
    }
    List<ReceivedMessage> messages = new ArrayList<>();
    while (messages.isEmpty() && unpackNext(deadline)) {
      handOut(max, messages);
    }
    return messages;
  }

  @Override
  public long nextOffset() {
    List<String> pairs = pairs();
    return pairs.isEmpty() ? first() : sum(pairs.stream().map(this::nextOffset).toList());
  }

  @Override
  public long nextOffset(String pair) {
    return of(pair).nextOffset;
  }

  @Override
  public StartFrom place(String pair) {
    Progress present = of(pair);
    return present.endOffset < 0 ? start : StartFrom.offset(present.nextOffset, present.partition);
  }

  @Override
  public long endOffset() {
    List<String> pairs = pairs();
    return pairs.isEmpty() ? -1 : sum(pairs.stream().map(this::endOffset).toList());
  }

  @Override
  public long endOffset(String pair) {
    return of(pair).endOffset;
  }

  @Override
  public void close() {
    shelf.close();
    loop.execute(lanes::stop);
    whenClosed.accept(this);
  }

  private void handOut(int max, List<ReceivedMessage> messages) {
    Progress present = of(unpackedPair);
    FrameMessage message = messages.size() < max ? unpacked.poll() : null;
    while (message != null) {
      messages.add(message);
      present.nextOffset = message.offset() + 1;
      message = messages.size() < max ? unpacked.poll() : null;
    }
    passIfEmpty(present);
  }

  /**
   * Sees that something is unpacked; false when nothing came in time. One batch at a time: a few
   * bytes can unpack to many.
   */
  private boolean unpackNext(long deadlineNanos) {
    while (unpacked.isEmpty()) {
      DeliveredBatch next = packed.poll();
      if (next != null) {
        unpack(next);
        continue;
      }
      ReadShelf.Shelved shelved = takeNext(deadlineNanos);
      if (shelved == null) {
        return false;
      }
      begin(shelved.pair(), shelved.batches());
    }
    return true;
  }

  private ReadShelf.@Nullable Shelved takeNext(long deadlineNanos) {
    if (mustAsk) {
      mustAsk = false;
      loop.execute(lanes::runAgain);
    }
    try {
      ReadShelf.Shelved shelved = shelf.take(deadlineNanos);
      loop.execute(lanes::run);
      return shelved;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (FeigeException e) {
      mustAsk = true;
      throw e;
    }
  }

  private void begin(String pair, ReadBatches batches) {
    packed.addAll(batches.deliveries());
    Progress present = of(pair);
    unpackedPair = pair;
    present.afterUnpacked = batches.nextOffset();
    present.endOffset = batches.endOffset();
    present.partition = batches.partition();
    passIfEmpty(present);
  }

  private void unpack(DeliveredBatch delivered) {
    try {
      DeliveredFrame frame =
          DeliveredFrame.open(topic, unpackedPair, delivered.frame().nioBuffer());
      for (Selection part : delivered.selections()) {
        for (int i = part.first(); i < part.first() + part.count(); i++) {
          unpacked.add(new FrameMessage(frame, i));
        }
      }
    } finally {
      passIfEmpty(of(unpackedPair)); // Also where it cannot be unpacked: the next read goes on.
    }
  }

  /** What the answer has beyond its messages is passed, too. */
  private void passIfEmpty(Progress present) {
    if (unpacked.isEmpty() && packed.isEmpty()) {
      present.nextOffset = present.afterUnpacked;
    }
  }

  private Progress of(String pair) {
    return progress.computeIfAbsent(pair, unused -> new Progress(first()));
  }

  private long first() {
    return start.kind() == StartFrom.Kind.OFFSET ? start.value() : -1;
  }

  private static long sum(List<Long> offsets) {
    long sum = 0;
    for (long offset : offsets) {
      if (offset < 0) {
        return -1;
      }
      sum += offset;
    }
    return sum;
  }
}
