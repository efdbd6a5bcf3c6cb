package io.feige.broker.sim.check;

import io.feige.broker.core.record.RecordDraft;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A frame as it was appended: what the journal must give back.
 *
 * @param hash of everything the frame says, its batch included
 * @param batch the batch's own bytes; null for kinds that have none
 */
public record Fact(
    long position,
    long length,
    FrameKind kind,
    int flags,
    int partition,
    long timeMillis,
    long baseOffset,
    int recordFirst,
    int recordCount,
    ByteBuffer extension,
    @Nullable ByteBuffer batch,
    long hash) {

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  static Fact of(RecordDraft draft, long epoch, long timeMillis, long position) {
    ByteBuffer extension = copy(draft.extension());
    ByteBuffer drafted = draft.batch();
    ByteBuffer batch = drafted == null ? null : copy(drafted);
    int batchLength = batch == null ? 0 : batch.remaining();
    long hash =
        new Hash()
            .add(draft.kind().number())
            .add(draft.flags())
            .add(draft.partition())
            .add(epoch)
            .add(position)
            .add(timeMillis)
            .add(draft.baseOffset())
            .add(draft.recordFirst())
            .add(draft.recordCount())
            .add(extension)
            .add(batch == null ? NOTHING : batch)
            .value();
    return new Fact(
        position,
        StoredFrame.HEADER_BYTES + extension.remaining() + batchLength,
        draft.kind(),
        draft.flags(),
        draft.partition(),
        timeMillis,
        draft.baseOffset(),
        draft.recordFirst(),
        draft.recordCount(),
        extension,
        batch,
        hash);
  }

  /** The hash that a stored frame has if it says the same. */
  static long hashOf(StoredFrame frame) {
    FrameKind kind = frame.kind();
    ByteBuffer batch =
        frame
            .bytes()
            .slice(StoredFrame.HEADER_BYTES + frame.extensionLength(), frame.batchLength());
    return new Hash()
        .add(kind == null ? 0 : kind.number())
        .add(frame.flags())
        .add(frame.partition())
        .add(frame.epoch())
        .add(frame.position())
        .add(frame.timeMillis())
        .add(frame.baseOffset())
        .add(frame.recordFirst())
        .add(frame.recordCount())
        .add(frame.extension())
        .add(batch)
        .value();
  }

  private static ByteBuffer copy(ByteBuffer buffer) {
    ByteBuffer copy = ByteBuffer.allocate(buffer.remaining());
    copy.put(0, buffer, buffer.position(), buffer.remaining());
    return copy.asReadOnlyBuffer();
  }

  long end() {
    return position + length;
  }

  boolean isMessages() {
    return kind == FrameKind.MESSAGES;
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** Only of what has a batch. */
  BatchHead head() {
    if (batch == null) {
      throw new IllegalStateException(kind + " has no batch");
    }
    return BatchHead.at(batch, 0);
  }

  ByteBuffer extensionBytes() {
    return extension.duplicate();
  }

  @Override
  public String toString() {
    return "%s frame at %d (partition %d, offsets %d to %d)"
        .formatted(kind, position, partition, baseOffset, baseOffset + recordCount - 1);
  }

  private static final class Hash {
    private final CRC32C crc = new CRC32C();
    private long mixed;

    Hash add(long value) {
      mixed = (mixed ^ value) * 0xBF58476D1CE4E5B9L;
      mixed ^= mixed >>> 31;
      return this;
    }

    Hash add(ByteBuffer bytes) {
      crc.reset();
      int length = bytes.remaining();
      crc.update(bytes.duplicate());
      return add(crc.getValue()).add(length);
    }

    long value() {
      return mixed;
    }
  }
}
