package io.feige.broker.journal;

import io.feige.broker.journal.append.FrameDraft;
import io.feige.protocol.Crc32c;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/** Frames to append. */
public final class Frames {
  static final long EPOCH = 3;

  private Frames() {}

  /** Messages of a partition. */
  static FrameDraft messages(
      int partition, long baseOffset, int records, long timeMillis, ByteBuffer batch) {
    FrameStamp stamp = FrameStamp.messages(0, partition, timeMillis, baseOffset, 0, records);
    return new FrameDraft(stamp, EPOCH, FrameDraft.NOTHING, batch);
  }

  /** One message with a batch of so many bytes. */
  static FrameDraft message(int partition, long offset, int batchBytes) {
    return messages(partition, offset, 1, offset, batch(1, batchBytes, offset));
  }

  /** The same of another epoch. */
  static FrameDraft ofEpoch(long epoch, FrameDraft draft) {
    return new FrameDraft(draft.stamp(), epoch, draft.extension(), draft.batch());
  }

  /** A batch that waits. */
  static FrameDraft delayed(int partition, long timeMillis, ByteBuffer batch) {
    FrameStamp stamp = FrameStamp.of(FrameKind.DELAYED, 0, partition, timeMillis);
    return new FrameDraft(stamp, EPOCH, FrameDraft.NOTHING, batch);
  }

  /** A copy of a frame, to be carried forward. */
  static FrameDraft copyOf(StoredFrame of) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(of.length()).put(of.bytes()).flip();
    FrameStamp stamp =
        FrameStamp.messages(
            of.flags() | FrameKind.FLAG_CARRIED,
            of.partition(),
            of.timeMillis(),
            of.baseOffset(),
            of.recordFirst(),
            of.recordCount());
    int batchAt = StoredFrame.HEADER_BYTES + of.extensionLength();
    return new FrameDraft(
        stamp,
        EPOCH,
        bytes.slice(StoredFrame.HEADER_BYTES, of.extensionLength()),
        bytes.slice(batchAt, of.batchLength()));
  }

  /** A settle with an extension of so many bytes. */
  static FrameDraft settle(int partition, int extensionBytes) {
    ByteBuffer extension = ByteBuffer.allocate(extensionBytes);
    for (int i = 0; i < extensionBytes; i++) {
      extension.put(i, (byte) (i * 7 + partition));
    }
    FrameStamp stamp = FrameStamp.of(FrameKind.SETTLE, 0, partition, 1);
    return new FrameDraft(stamp, EPOCH, extension, FrameDraft.NOTHING);
  }

  /** A valid batch of so many bytes; its payload depends on the seed. */
  public static ByteBuffer batch(int records, int bytes, long seed) {
    ByteBuffer batch = ByteBuffer.allocateDirect(bytes);
    for (int i = BatchHead.HEADER_BYTES; i < bytes; i++) {
      batch.put(i, (byte) (seed * 31 + i));
    }
    int columns = records * Integer.BYTES;
    int payload = bytes - BatchHead.HEADER_BYTES - columns;
    for (int i = 0; i < records; i++) {
      int end = i == records - 1 ? payload : (i + 1) * BatchHead.MIN_RECORD_BYTES;
      batch.putInt(BatchHead.HEADER_BYTES + i * Integer.BYTES, end);
    }
    batch.putInt(BatchHead.LENGTH_AT, bytes).put(BatchHead.VERSION_AT, (byte) 1);
    batch.putInt(BatchHead.RECORD_COUNT_AT, records);
    batch.putInt(BatchHead.COLUMNS_LENGTH_AT, columns);
    batch.putInt(BatchHead.PAYLOAD_LENGTH_AT, payload);
    return batch.putInt(
        BatchHead.CRC_AT, Crc32c.of(batch, BatchHead.CHECKED_FROM, bytes - BatchHead.CHECKED_FROM));
  }

  /** A frame of any kind; offsets of each of the partitions go on in {@code next}. */
  static FrameDraft random(RandomGenerator random, long[] next, long timeMillis) {
    int partition = 1 + random.nextInt(next.length);
    int records = 1 + random.nextInt(4);
    int bytes = BatchHead.HEADER_BYTES + 28 + random.nextInt(random.nextInt(10) == 0 ? 6000 : 300);
    return switch (random.nextInt(8)) {
      case 0 -> settle(partition, random.nextInt(200));
      case 1 -> delayed(partition, timeMillis, batch(records, bytes, timeMillis));
      default -> {
        long offset = next[partition - 1];
        next[partition - 1] += records;
        yield messages(partition, offset, records, timeMillis, batch(records, bytes, offset));
      }
    };
  }
}
