package io.feige.broker.store.history;

import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;

/**
 * A frame that is being made of its messages. Where somebody has deleted rows out of the middle of
 * a frame, each part becomes one, with a position within the whole one's; so does each dead letter,
 * since its row tells of it alone. Used once.
 */
final class FrameOfRows {
  private static final byte[] NOTHING = {};

  private final int partition;
  private final RowMessage first;
  private final long position;
  private final long wholeFirst;
  private final BatchWriter batch = BatchWriter.withLimit(Integer.MAX_VALUE);

  private FrameOfRows(int partition, RowMessage first, long wholeFirst) {
    this.partition = partition;
    this.first = first;
    this.wholeFirst = wholeFirst;
    this.position = first.position() + first.offset() - wholeFirst;
    add(first);
  }

  /** A frame that begins with a message. */
  static FrameOfRows of(int partition, RowMessage first) {
    return new FrameOfRows(partition, first, first.offset());
  }

  /** The one that comes after this one. */
  FrameOfRows next(RowMessage begins) {
    boolean isOfSame = begins.position() == first.position();
    return new FrameOfRows(partition, begins, isOfSame ? wholeFirst : begins.offset());
  }

  /** Whether the message follows in this frame. */
  boolean mayHold(RowMessage message) {
    return message.position() == first.position()
        && first.letter() == null
        && message.letter() == null
        && message.offset() == first.offset() + batch.recordCount();
  }

  void add(RowMessage message) {
    boolean isAdded =
        batch.add(
            message.key(),
            message.headers(),
            message.body(),
            message.publishedMillis(),
            message.expiresMillis());
    if (!isAdded) {
      throw new IllegalStateException("the rows of position " + position + " fit into no batch");
    }
  }

  StoredFrame finish() {
    int records = batch.recordCount();
    BatchStamp stamp = new BatchStamp(first.producer(), first.sequence(), 0);
    ByteBuffer packed = batch.finish(stamp, Compressor.NONE);
    byte[] letter = first.letter();
    byte[] extension = letter == null ? NOTHING : letter;
    int around = StoredFrame.HEADER_BYTES + extension.length;
    ByteBuffer bytes = ByteBuffer.allocate(around + packed.remaining());
    bytes.put(StoredFrame.EXTENSION_AT, extension);
    bytes.put(around, packed, 0, packed.remaining());
    FrameStamp header =
        new FrameStamp(
            FrameKind.MESSAGES,
            letter == null ? 0 : FrameKind.FLAG_DEAD_LETTER,
            partition,
            first.epoch(),
            position,
            position,
            first.storedMillis(),
            first.offset(),
            0,
            records);
    StoredFrame.writeHeader(bytes, 0, header, extension.length, packed.remaining());
    return StoredFrame.at(bytes, 0);
  }
}
