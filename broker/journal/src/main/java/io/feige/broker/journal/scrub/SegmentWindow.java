package io.feige.broker.journal.scrub;

import io.feige.broker.journal.disk.DiskReader;
import io.feige.broker.journal.disk.FilePort;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A part of a file in memory, read from the disk itself. Pages that cannot be read are zeros, which
 * no sound frame has in their place.
 */
final class SegmentWindow implements Closeable {
  /** As much as is read at once. */
  static final int PORTION = 1 << 20;

  private static final int PAGE = DiskReader.PAGE;

  private final DiskReader file;
  private ByteBuffer bytes = aligned(PORTION);
  private long start;
  private String failure = "";

  SegmentWindow(FilePort files, String name) throws IOException {
    this.file = files.openUncached(name);
    bytes.limit(0);
  }

  private static ByteBuffer aligned(int capacity) {
    return ByteBuffer.allocateDirect(capacity + PAGE).alignedSlice(PAGE).limit(capacity).slice();
  }

  /** How long the file is. */
  long size() throws IOException {
    return file.size();
  }

  /** The bytes that are in memory; see {@link #load}. */
  ByteBuffer bytes() {
    return bytes;
  }

  /** Why a page could not be read that was asked for last; empty: all could. */
  String failure() {
    return failure;
  }

  /**
   * Sees to it that a stretch of the file, or what of it there is, is in memory.
   *
   * @return where it begins in {@link #bytes}
   */
  int load(long at, int length) throws IOException {
    if (at < start || at + length > start + bytes.limit()) {
      read(at / PAGE * PAGE, at + length);
    }
    return (int) (at - start);
  }

  private void read(long from, long to) throws IOException {
    int least = Math.toIntExact((to - from + PAGE - 1) / PAGE * PAGE);
    int wanted = Math.max(PORTION, least);
    if (bytes.capacity() < wanted) {
      bytes = aligned(wanted);
    } else if (bytes.capacity() > PORTION && wanted == PORTION) {
      bytes = aligned(PORTION);
    }
    start = from;
    failure = "";
    bytes.clear().limit(wanted);
    try {
      bytes.limit(Math.max(0, file.read(bytes, from)));
    } catch (IOException e) {
      readByPages(from, wanted);
    }
    bytes.rewind();
  }

  private void readByPages(long from, int wanted) {
    for (int at = 0; at < wanted; at += PAGE) {
      bytes.limit(at + PAGE).position(at);
      try {
        if (file.read(bytes, from + at) < PAGE) {
          bytes.limit(bytes.position());
          return;
        }
      } catch (IOException e) {
        failure = "the disk cannot read it: " + e.getMessage();
        bytes.put(at, new byte[PAGE]);
      }
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
