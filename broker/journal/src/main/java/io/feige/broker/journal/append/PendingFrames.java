package io.feige.broker.journal.append;

import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Frames that were appended and wait to be written together. Headers, extensions and small batches
 * are staged in one direct buffer; a larger batch is written from where it lies. Loop thread only.
 */
final class PendingFrames {
  /** Below this a copy is cheaper than one more part of a gathered write. */
  private static final int COPIED_BATCH_BYTES = 4 << 10;

  private static final int STAGING_BYTES = 256 << 10;
  private static final int MAX_PARTS = 512;

  /** Bounds what is held back in publishers' buffers. */
  private static final long MAX_BYTES = 8 << 20;

  private final ByteBuffer staging = ByteBuffer.allocateDirect(STAGING_BYTES);
  private final ByteBuffer[] parts = new ByteBuffer[MAX_PARTS];
  private int count;
  private int runStart;
  private int staged;
  private long bytes;
  private boolean isCopy;

  boolean isEmpty() {
    return bytes == 0;
  }

  /** Whether a frame can be added before the next write. An empty buffer takes any frame. */
  boolean takes(FrameDraft draft) {
    return isEmpty()
        || (staged + stagedBytes(draft) <= STAGING_BYTES
            && count + 4 <= MAX_PARTS
            && bytes + draft.frameBytes() <= MAX_BYTES);
  }

  private static int stagedBytes(FrameDraft draft) {
    int batch = draft.batch().remaining();
    return StoredFrame.HEADER_BYTES
        + draft.extension().remaining()
        + (batch <= COPIED_BATCH_BYTES ? batch : 0);
  }

  /** Adds a frame whose stamp says where it belongs. */
  void add(FrameStamp placed, FrameDraft draft) {
    int wanted = stagedBytes(draft);
    if (wanted <= STAGING_BYTES) {
      stage(staging, staged, placed, draft);
      staged += wanted;
    } else {
      ByteBuffer own = ByteBuffer.allocateDirect(wanted);
      stage(own, 0, placed, draft);
      addPart(own);
    }
    if (draft.batch().remaining() > COPIED_BATCH_BYTES) {
      endRun();
      addPart(draft.batch().duplicate());
    }
    bytes += draft.frameBytes();
  }

  private static void stage(ByteBuffer to, int at, FrameStamp placed, FrameDraft draft) {
    ByteBuffer extension = draft.extension();
    ByteBuffer batch = draft.batch();
    int extensionAt = at + StoredFrame.EXTENSION_AT;
    to.put(extensionAt, extension, extension.position(), extension.remaining());
    if (batch.remaining() <= COPIED_BATCH_BYTES) {
      int batchAt = extensionAt + extension.remaining();
      to.put(batchAt, batch, batch.position(), batch.remaining());
    }
    StoredFrame.writeHeader(to, at, placed, extension.remaining(), batch.remaining());
  }

  private void endRun() {
    if (staged > runStart) {
      addPart(staging.slice(runStart, staged - runStart));
      runStart = staged;
    }
  }

  private void addPart(ByteBuffer part) {
    // To come back to this place if the disk is full half-way.
    part.mark();
    parts[count++] = part;
  }

  /**
   * Writes all frames one after the other. They stay pending until {@link #clear}, if the disk is
   * full as a copy, so that nothing they were made of has to be kept until there is room.
   */
  void writeTo(StorageFile file, long at) throws IOException {
    endRun();
    try {
      file.write(at, parts, count);
    } catch (NoSpaceException e) {
      for (int i = 0; i < count; i++) {
        parts[i].reset();
      }
      copy();
      throw e;
    }
  }

  private void copy() {
    if (isCopy && count == 1) {
      return;
    }
    ByteBuffer all = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
    for (int i = 0; i < count; i++) {
      all.put(parts[i]);
    }
    long copied = bytes;
    clear();
    bytes = copied;
    isCopy = true;
    addPart(all.flip());
  }

  void clear() {
    Arrays.fill(parts, 0, count, null);
    count = 0;
    runStart = 0;
    staged = 0;
    bytes = 0;
    isCopy = false;
  }
}
