package io.feige.broker.journal.format;

import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Goes from frame to frame through a segment, checking each. */
public final class SegmentWalk {
  /** Takes the frames of a walk. */
  public interface Visitor {
    /** A valid frame that begins at a place of the file. */
    void frame(int at, StoredFrame frame);
  }

  /**
   * Where a walk ended.
   *
   * @param at place in the file after the last valid frame
   * @param fault what stands there; null if the bytes end there
   */
  public record Stop(int at, @Nullable FrameFault fault) {
    /** Whether nothing follows, be it written or not. */
    public boolean isEnd() {
      return fault == null || fault.isEmpty();
    }

    public String words() {
      return fault == null ? "the segment ends here" : fault.words();
    }
  }

  private final long first;
  private final long deepFrom;
  private final Visitor visitor;
  private long epoch;

  private SegmentWalk(long first, long deepFrom, Visitor visitor) {
    this.first = first;
    this.deepFrom = deepFrom;
    this.visitor = visitor;
  }

  /**
   * Walks until something is no valid frame, or the buffer's limit is reached.
   *
   * @param first position of the file's first frame
   * @param bytes the file from its first byte
   * @param from place of the first frame to look at
   * @param deepFrom batches of frames from this position on are checked, too
   */
  public static Stop walk(long first, ByteBuffer bytes, int from, long deepFrom, Visitor visitor) {
    return new SegmentWalk(first, deepFrom, visitor).walk(bytes, from);
  }

  private Stop walk(ByteBuffer bytes, int from) {
    int at = from;
    while (at < bytes.limit()) {
      long position = first + at - SegmentHeader.BYTES;
      FrameFault fault = FrameCheck.fault(bytes, at, position, position >= deepFrom);
      if (fault == null) {
        fault = takeOrRefuse(at, StoredFrame.at(bytes, at));
      }
      if (fault != null) {
        return new Stop(at, fault);
      }
      at += StoredFrame.at(bytes, at).length();
    }
    return new Stop(at, null);
  }

  /**
   * A frame that is older than the one before it is left over from a tail that was cut: the zeros
   * that were to cover it had not reached the disk when an fsync failed.
   */
  private @Nullable FrameFault takeOrRefuse(int at, StoredFrame frame) {
    if (frame.epoch() < epoch) {
      return FrameFault.damaged(
          "the frame is of epoch %d, the one before it of %d".formatted(frame.epoch(), epoch));
    }
    epoch = frame.epoch();
    visitor.frame(at, frame);
    return null;
  }

  /**
   * As {@link #walk} over an open segment, whose contents seem to end at {@code limit}, because
   * only zeros follow. A frame may end in zeros: what such a frame covers was written, so it is
   * read, too.
   */
  public static Stop walkContents(
      long first, ByteBuffer bytes, int from, int limit, long deepFrom, Visitor visitor) {
    SegmentWalk walk = new SegmentWalk(first, deepFrom, visitor);
    int readTo = limit;
    Stop stop = walk.walk(bytes.duplicate().limit(readTo), from);
    int reach = endOfFrame(bytes, stop.at(), readTo);
    while (reach > readTo) {
      readTo = reach;
      stop = walk.walk(bytes.duplicate().limit(readTo), stop.at());
      reach = endOfFrame(bytes, stop.at(), readTo);
    }
    return stop;
  }

  /** Where the frame ends whose header stands here; {@code limit} if none does. */
  private static int endOfFrame(ByteBuffer bytes, int at, int limit) {
    if (limit - at < StoredFrame.HEADER_BYTES) {
      return limit;
    }
    StoredFrame frame = StoredFrame.at(bytes, at);
    boolean leadsOn = frame.headerProblem() == null && frame.length() <= bytes.limit() - at;
    return leadsOn ? at + frame.length() : limit;
  }
}
