package io.feige.protocol.batch;

import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import java.nio.ByteBuffer;

/**
 * The records of a batch, by index. Opening it checks everything about the batch, its checksum
 * included, and decompresses the payload once. Records of an uncompressed batch are views of the
 * batch's own bytes and are valid as long as those are.
 */
public final class BatchReader {
  private final BatchHead head;
  private final ByteBuffer payload;

  private BatchReader(BatchHead head, ByteBuffer payload) {
    this.head = head;
    this.payload = payload;
  }

  /**
   * Opens a batch, whatever its bytes are.
   *
   * @param maxPayloadBytes the most that the payload may take before compression; checked before
   *     memory is spent on it
   * @throws MalformedFrameException BATCH_CORRUPT if anything about it is wrong, BATCH_TOO_LARGE if
   *     the payload exceeds the limit
   */
  public static BatchReader open(BatchHead head, Decompressor decompressor, int maxPayloadBytes) {
    BatchProblem problem = head.problem();
    if (problem != null) {
      throw new MalformedFrameException(ErrorCode.BATCH_CORRUPT, problem.sentence());
    }
    Compression compression = head.compression();
    if (compression == null || compression == Compression.NONE) {
      return new BatchReader(head, head.storedPayload());
    }
    if (head.payloadLength() > maxPayloadBytes) {
      throw new MalformedFrameException(
          ErrorCode.BATCH_TOO_LARGE,
          "payload of " + head.payloadLength() + " bytes, limit " + maxPayloadBytes);
    }
    ByteBuffer payload = ByteBuffer.allocate(head.payloadLength());
    int bytes = decompressor.decompress(compression, head.storedPayload(), payload.duplicate());
    if (bytes != payload.capacity()) {
      throw new MalformedFrameException(
          ErrorCode.BATCH_CORRUPT, "payload cannot be decompressed with " + compression);
    }
    return new BatchReader(head, payload);
  }

  /**
   * Opens an uncompressed batch that somebody has opened before, and so is known to be sound.
   * Nothing is checked.
   */
  public static BatchReader openSound(BatchHead head) {
    return new BatchReader(head, head.storedPayload());
  }

  /** The head that the batch was opened with. */
  public BatchHead head() {
    return head;
  }

  /** Number of records. */
  public int recordCount() {
    return head.recordCount();
  }

  /** The records before compression. */
  ByteBuffer payload() {
    return payload;
  }

  /**
   * A record.
   *
   * @throws MalformedFrameException BATCH_CORRUPT if its bytes are wrong: the publisher packed them
   *     so
   * @throws IndexOutOfBoundsException if there is no such index
   */
  public BatchRecord record(int index) {
    return new BatchRecord(payload, head.start(index), head.end(index), head.clientTimeMillis());
  }
}
