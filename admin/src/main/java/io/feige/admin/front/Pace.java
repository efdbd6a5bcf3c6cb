package io.feige.admin.front;

/**
 * When a connection last did something. Handlers mark what happens; the sweep turns marks into
 * times. Only on the loop.
 */
final class Pace {
  private final long openedAt;
  private boolean isGreeted;
  private boolean inFrame;
  private int reads;
  private int frames;

  private int seenReads;
  private int seenFrames;
  private long quietSince;
  private long frameSince;
  private long stalledSince;

  Pace(long now) {
    openedAt = now;
    quietSince = now;
    frameSince = now;
    stalledSince = now;
  }

  /** All that is wanted of it at the beginning has come. */
  void greeted() {
    isGreeted = true;
  }

  void read() {
    reads++;
  }

  void frameEnded() {
    frames++;
  }

  void inFrame(boolean isInFrame) {
    inFrame = isInFrame;
  }

  /** Takes note of what happened since the last look. */
  void look(long now, boolean isWritable) {
    if (reads != seenReads) {
      seenReads = reads;
      quietSince = now;
    }
    if (frames != seenFrames || !inFrame) {
      seenFrames = frames;
      frameSince = now;
    }
    if (isWritable) {
      stalledSince = now;
    }
  }

  boolean isGreetingLongerThan(long nanos, long now) {
    return !isGreeted && now - openedAt > nanos;
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
