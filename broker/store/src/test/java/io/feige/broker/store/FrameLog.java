package io.feige.broker.store;

import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.Cause;
import io.feige.broker.core.record.JournalRecord.DeadLetter;
import io.feige.broker.core.record.JournalRecord.Delayed;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.record.JournalRecord.Published;
import io.feige.broker.core.record.JournalRecord.Replayed;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.store.row.GroupFloor;
import io.feige.broker.store.row.Names;
import io.feige.broker.store.tail.CommittedFrames;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.RecordHeader;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.LetterReplay;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.link.EpochStart;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Frames of a journal in memory, all confirmed. Any thread. */
final class FrameLog implements CommittedFrames {
  static final long TIME = 1_790_000_000_000L;

  /** Who publishes. */
  static final long PRODUCER = 7;

  private final Map<Integer, Long> ends = new HashMap<>();
  private volatile long born = TIME;
  private volatile long publisherMillis = TIME - 5;
  private volatile List<EpochStart> epochs = List.of();
  private long lastSequence;
  private volatile Floors floors = new Floors(0, List.of());
  private volatile long epoch = 1;
  private final Map<Integer, Integer> present = new ConcurrentHashMap<>();
  private ByteBuffer bytes = ByteBuffer.allocate(1 << 16);

  /** Publishes messages to a partition, each with a key and a header. */
  void publish(int partition, String... bodies) {
    messages(partition, Published.PUBLISHED, bodies);
  }

  /** The clock of publishers, from now on. */
  void publishersSay(long millis) {
    publisherMillis = millis;
  }

  /** Messages of another partition that a group gave up. */
  void deadLetter(int partition, LetterOrigin from, String... bodies) {
    messages(partition, new DeadLetter(from), bodies);
  }

  /** A dead letter that its group gets again. */
  void replay(int partition, LetterReplay letter, String body) {
    messages(partition, new Replayed(letter), body);
  }

  private synchronized void messages(int partition, Cause cause, String... bodies) {
    BatchWriter writer = BatchWriter.withLimit(1 << 20);
    for (String body : bodies) {
      writer.add(
          "key".getBytes(StandardCharsets.UTF_8),
          List.of(RecordHeader.of("type", "test")),
          body.getBytes(StandardCharsets.UTF_8),
          publisherMillis,
          0);
    }
    messages(partition, cause, writer, Compressor.NONE);
  }

  /** Publishes what a writer has gathered. */
  void publish(int partition, BatchWriter batch, Compressor compressor) {
    messages(partition, Published.PUBLISHED, batch, compressor);
  }

  private synchronized void messages(
      int partition, Cause cause, BatchWriter batch, Compressor compressor) {
    long base = ends.getOrDefault(partition, 0L);
    int records = batch.recordCount();
    ends.put(partition, base + records);
    Producer producer = new Producer(PRODUCER, ++lastSequence);
    append(
        new Messages(partition, base, 0, records, producer, cause),
        batch.finish(new BatchStamp(PRODUCER, lastSequence, 0), compressor));
  }

  /** A batch waits for a time that is far away. */
  synchronized void delay(int partition, BatchWriter batch) {
    int records = batch.recordCount();
    Producer producer = new Producer(PRODUCER, ++lastSequence);
    append(
        new Delayed(partition, TIME * 2, records, 100, producer),
        batch.finish(new BatchStamp(PRODUCER, lastSequence, TIME * 2), Compressor.NONE));
  }

  void append(JournalRecord record) {
    append(record, null);
  }

  private synchronized void append(JournalRecord record, @Nullable ByteBuffer batch) {
    if (record instanceof JournalRecord.GroupReset moved) {
      present.put(moved.group(), moved.generation());
    }
    RecordDraft draft = RecordCodec.draft(record, batch);
    int batchBytes = batch == null ? 0 : batch.remaining();
    int extensionBytes = draft.extension().remaining();
    int length = StoredFrame.HEADER_BYTES + extensionBytes + batchBytes;
    while (bytes.remaining() < length) {
      bytes = ByteBuffer.allocate(bytes.capacity() * 2).put(bytes.flip());
    }
    int at = bytes.position();
    bytes.position(at + StoredFrame.HEADER_BYTES).put(draft.extension());
    if (batch != null) {
      bytes.put(batch.duplicate());
    }
    FrameStamp stamp = draft.stamp(epoch, at, 0, TIME);
    StoredFrame.writeHeader(bytes, at, stamp, extensionBytes, batchBytes);
  }

  @Override
  public long start() {
    return 0;
  }

  @Override
  public synchronized long committed() {
    return bytes.position();
  }

  @Override
  public synchronized CompletionStage<ByteBuffer> read(long position, int maxBytes) {
    int at = (int) position;
    int end = at;
    while (end < bytes.position() && (end == at || end + length(end) - at <= maxBytes)) {
      end += length(end);
    }
    ByteBuffer copy = ByteBuffer.allocate(end - at);
    copy.put(bytes.duplicate().position(at).limit(end)).flip();
    return CompletableFuture.completedFuture(copy);
  }

  private int length(int at) {
    return StoredFrame.at(bytes.duplicate().limit(bytes.position()), at).length();
  }

  /** What groups have settled, from now on. */
  void settledBelow(GroupFloor... groups) {
    floors = new Floors(committed(), List.of(groups));
  }

  @Override
  public CompletionStage<Floors> floors() {
    return CompletableFuture.completedFuture(floors);
  }

  @Override
  public CompletionStage<Origin> introduce(Names to) {
    present.forEach((group, generation) -> to.group(group, "billing", generation));
    return CompletableFuture.completedFuture(new Origin(born, epochs));
  }

  /** Leaves out what lies beyond the position, as a promotion does, and begins an epoch there. */
  synchronized void promote(long position, long toEpoch, int partition, long endOffset) {
    bytes.position((int) position);
    ends.put(partition, endOffset);
    epoch = toEpoch;
    epochs = List.of(new EpochStart(1, 0), new EpochStart(toEpoch, position));
  }

  /** It is another journal now, with the same frames. */
  void bornAt(long millis) {
    born = millis;
  }
}
