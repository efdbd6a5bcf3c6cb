package io.feige.broker.journal.snapshot;

import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;

/**
 * Takes what an opening journal holds: at most one snapshot, then every frame after it in order.
 * Buffers are read-only, big-endian and valid during the call only.
 */
public interface Replay {
  /**
   * The state as of a position.
   *
   * @param position all frames below it are in the snapshot
   * @param body as given to {@code Journal.saveSnapshot}
   */
  void snapshot(long position, ByteBuffer body);

  /** One checked frame. */
  void frame(StoredFrame frame);
}
