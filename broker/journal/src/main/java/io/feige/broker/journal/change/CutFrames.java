package io.feige.broker.journal.change;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The frames of a journal from one position to its end. */
public interface CutFrames {
  /** Takes frames. */
  interface FrameRun {
    /** Whole frames between position and limit, read-only, valid during the call. */
    void take(ByteBuffer frames) throws IOException;
  }

  /** Position of the first frame. */
  long position();

  /** Position behind the last frame. */
  long end();

  /** Shows all frames in order; can be called again. */
  void forEach(FrameRun run) throws IOException;
}
