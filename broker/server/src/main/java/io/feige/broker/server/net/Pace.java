package io.feige.broker.server.net;

/**
 * When a connection last did something, in the time of its loop's {@link Deadlines}. Frames mark
 * what happens with a plain increment; the sweep turns marks into times, so that reading costs no
 * look at the clock. Only on the loop.
 */
final class Pace {
  private boolean isShaken;
  private boolean inFrame;
  private int reads;
  private int frames;

  private int seenReads;
  private int seenFrames;
  private long quietSince;
  private long frameSince;
  private long openedAt;
  private long seenBytesToSend;
  private long stalledSince;

  void shaken() {
    isShaken = true;
  }

  boolean isShaken() {
    return isShaken;
  }

  /** Bytes came. */
  void read() {
    reads++;
  }

  /** A frame is complete. */
  void frameEnded() {
    frames++;
  }

  /** Whether a frame has begun and is not complete. */
  void inFrame(boolean isInFrame) {
    inFrame = isInFrame;
  }

  void opened(long now) {
    openedAt = now;
    quietSince = now;
    frameSince = now;
    stalledSince = now;
  }

  /**
   * Takes note of what happened since the last look.
   *
   * @param isHeld it is not being read, so silence is not its fault
   */
  void look(long now, boolean isHeld, long bytesToSend) {
    if (reads != seenReads || isHeld) {
      seenReads = reads;
      quietSince = now;
    }
    if (frames != seenFrames || !inFrame || isHeld) {
      seenFrames = frames;
      frameSince = now;
    }
    if (bytesToSend == 0 || bytesToSend < seenBytesToSend) {
      stalledSince = now;
    }
    seenBytesToSend = bytesToSend;
  }

  boolean isShakingLongerThan(long nanos, long now) {
    return !isShaken && now - openedAt > nanos;
  }

  boolean isInFrameLongerThan(long nanos, long now) {
    return now - frameSince > nanos;
  }

  boolean isQuietLongerThan(long nanos, long now) {
    return now - quietSince > nanos;
  }

  boolean isStalledLongerThan(long nanos, long now) {
    return now - stalledSince > nanos;
  }
}
