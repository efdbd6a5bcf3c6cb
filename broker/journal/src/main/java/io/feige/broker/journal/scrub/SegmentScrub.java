package io.feige.broker.journal.scrub;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.fault.DamagedStretch;
import io.feige.broker.journal.format.FrameCheck;
import io.feige.broker.journal.format.FrameFault;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.protocol.frame.StoredFrame;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Reads a sealed segment from the disk, in portions, and checks each of its frames. */
final class SegmentScrub implements Closeable {
  /** No frame is longer: no link would carry it. */
  private static final int LONGEST_FRAME = 32 << 20;

  private static final String CUT_SHORT = "the segment ends in the middle of a frame";

  private final String name;
  private final long first;
  private final long end;
  private final SegmentWindow window;
  private long position;

  /**
   * @param first position of its first frame
   * @param end position behind its last one
   */
  SegmentScrub(FilePort files, long first, long end) throws IOException {
    this.name = SegmentHeader.nameOf(first);
    this.first = first;
    this.end = end;
    this.window = new SegmentWindow(files, name);
    this.position = first;
  }

  long first() {
    return first;
  }

  /** Whether the file's own header is sound. */
  boolean hasHeader() throws IOException {
    int at = window.load(0, SegmentHeader.BYTES);
    return at == 0 && SegmentHeader.decode(window.bytes(), first) != null;
  }

  boolean isDone() {
    return position >= end;
  }

  /**
   * Checks the next frames, about {@link SegmentWindow#PORTION} of bytes.
   *
   * @return how many bytes
   */
  long step(Consumer<DamagedStretch> found) throws IOException {
    long from = position;
    while (!isDone() && position - from < SegmentWindow.PORTION) {
      String fault = check(position);
      if (fault.isEmpty()) {
        position += lengthAt(position);
      } else {
        long damaged = position;
        position = nextSound(position + 1);
        found.accept(new DamagedStretch(name, damaged, position, fault));
      }
    }
    return position - from;
  }

  /** What is wrong with the frame that should be there; empty: nothing. */
  private String check(long frame) throws IOException {
    if (end - frame < StoredFrame.HEADER_BYTES) {
      return CUT_SHORT;
    }
    int length = lengthAt(frame);
    String unreadable = window.failure();
    if (length < StoredFrame.HEADER_BYTES || length > Math.min(LONGEST_FRAME, end - frame)) {
      return words(unreadable, "its length is damaged");
    }
    int at = window.load(placeOf(frame), length);
    unreadable = window.failure();
    if (window.bytes().limit() - at < length) {
      return words(unreadable, CUT_SHORT);
    }
    ByteBuffer bytes = window.bytes().duplicate().limit(at + length);
    FrameFault fault = FrameCheck.fault(bytes, at, frame, true);
    return fault == null ? "" : words(unreadable, fault.words());
  }

  private static String words(String unreadable, String otherwise) {
    return unreadable.isEmpty() ? otherwise : unreadable;
  }

  private int lengthAt(long frame) throws IOException {
    int at = window.load(placeOf(frame), StoredFrame.HEADER_BYTES);
    return window.bytes().limit() - at < Integer.BYTES ? 0 : window.bytes().getInt(at);
  }

  private long placeOf(long frame) {
    return frame - first + SegmentHeader.BYTES;
  }

  /** Where the next frame is that is sound; the segment's end without one. */
  private long nextSound(long from) throws IOException {
    long candidate = nextHeader(from);
    while (candidate >= 0) {
      if (check(candidate).isEmpty()) {
        return candidate;
      }
      candidate = nextHeader(candidate + 1);
    }
    return end;
  }

  private long nextHeader(long from) throws IOException {
    long at = from;
    while (end - at >= StoredFrame.HEADER_BYTES) {
      int index = window.load(placeOf(at), StoredFrame.HEADER_BYTES);
      ByteBuffer bytes = window.bytes();
      int limit = (int) Math.min(bytes.limit(), index + end - at);
      if (limit - index < StoredFrame.HEADER_BYTES) {
        return -1;
      }
      int found = FrameCheck.nextHeader(bytes.duplicate().limit(limit), index, at);
      if (found >= 0) {
        return at + found - index;
      }
      at += limit - index - StoredFrame.HEADER_BYTES + 1;
    }
    return -1;
  }

  @Override
  public void close() throws IOException {
    window.close();
  }

  /** A header that says of the file what can be known without one. */
  SegmentHeader headerAnew() throws IOException {
    int capacity = (int) window.size();
    long frame = nextSound(first);
    int at = window.load(placeOf(frame), StoredFrame.HEADER_BYTES);
    long millis = frame == end ? 0 : StoredFrame.at(window.bytes(), at).timeMillis();
    return new SegmentHeader(first, capacity, millis, capacity);
  }
}
