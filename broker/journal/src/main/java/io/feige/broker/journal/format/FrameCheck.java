package io.feige.broker.journal.format;

import io.feige.protocol.Crc32c;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameProblem;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the bytes at a place are the frame that belongs there. Recovery, reads and the
 * verifier use the same check, so they name damage with the same words.
 */
public final class FrameCheck {
  private static final FrameFault EMPTY =
      new FrameFault(FrameFault.Kind.EMPTY, FrameProblem.EMPTY.sentence());

  private FrameCheck() {}

  /**
   * Checks header, extension and lengths; the batch's bytes are read for a deep check only.
   *
   * @param bytes a segment's file from its first byte; nothing is read beyond its limit
   * @param at where the frame begins in it
   * @param position position that the frame must say it has
   * @return what is wrong, or null
   */
  public static @Nullable FrameFault fault(ByteBuffer bytes, int at, long position, boolean deep) {
    if (bytes.limit() - at < Integer.BYTES) {
      return EMPTY;
    }
    StoredFrame frame = StoredFrame.at(bytes, at);
    FrameProblem problem = frame.headerProblem();
    if (problem != null) {
      return faultOf(problem);
    }
    if (frame.position() != position) {
      return FrameFault.damaged("the frame belongs to position " + frame.position());
    }
    problem = contentProblem(bytes, frame, deep);
    return problem == null ? null : faultOf(problem);
  }

  private static @Nullable FrameProblem contentProblem(
      ByteBuffer bytes, StoredFrame frame, boolean deep) {
    FrameProblem problem = frame.extensionProblem();
    if (problem == null) {
      problem = frame.batchFitProblem();
    }
    FrameKind kind = frame.kind();
    if (problem != null || !deep || kind == null || !kind.hasBatch()) {
      return problem;
    }
    return isBatchAsPublished(bytes, frame) ? null : FrameProblem.BATCH_DAMAGED;
  }

  /** The checksum alone: what the batch says was looked at when it was taken. */
  private static boolean isBatchAsPublished(ByteBuffer bytes, StoredFrame frame) {
    int checked = frame.batchAt() + BatchHead.CHECKED_FROM;
    int length = frame.batchLength() - BatchHead.CHECKED_FROM;
    return Crc32c.of(bytes, checked, length) == frame.batch().crc();
  }

  /** Whether a whole, undamaged header that belongs to the position stands here. */
  public static boolean hasHeader(ByteBuffer bytes, int at, long position) {
    StoredFrame frame = StoredFrame.at(bytes, at);
    return frame.headerProblem() == null && frame.position() == position;
  }

  /**
   * Where the next whole, undamaged header begins, wherever that is; a frame is known by the
   * position that it says.
   *
   * @param from the first place to look at
   * @param position that a frame there would have
   * @return -1 if there is none below the limit
   */
  public static int nextHeader(ByteBuffer bytes, int from, long position) {
    int last = bytes.limit() - StoredFrame.HEADER_BYTES;
    for (int at = from; at <= last; at++) {
      long wanted = position + at - from;
      if (bytes.getLong(at + StoredFrame.POSITION_AT) == wanted && hasHeader(bytes, at, wanted)) {
        return at;
      }
    }
    return -1;
  }

  private static FrameFault faultOf(FrameProblem problem) {
    return switch (problem) {
      case EMPTY -> EMPTY;
      case VERSION_UNKNOWN, KIND_UNKNOWN, FLAGS_UNKNOWN ->
          new FrameFault(
              FrameFault.Kind.FOREIGN,
              problem.sentence() + ": a newer release wrote it, or it is forged");
      case TRUNCATED,
          LENGTH_INVALID,
          HEADER_CHECKSUM,
          NEGATIVE,
          RECORDS_INVALID,
          EXTENSION_LENGTH,
          EXTENSION_CHECKSUM,
          BATCH_LENGTH,
          BATCH_DAMAGED ->
          FrameFault.damaged(problem.sentence());
    };
  }
}
