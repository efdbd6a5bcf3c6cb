package io.feige.protocol.frame;

import org.jspecify.annotations.Nullable;

/** The kinds of journal frames; {@code docs/journal-format.md} gives each one's extension. */
public enum FrameKind {
  /** Messages get offsets; has a batch. */
  MESSAGES(1, true),
  /** Acks, retries and drops of a group. */
  SETTLE(2, false),
  /** An activation. */
  EPOCH(3, false),
  /** A topic is created or deleted. */
  TOPIC(4, false),
  /** A group's cursor begins, moves or ends. */
  GROUP(5, false),
  /** Messages below an offset may have been handed out. */
  HANDED(6, false),
  /** A batch that waits for its time; has a batch. */
  DELAYED(7, true);

  /** Flag of {@link #MESSAGES}: the batch was {@link #DELAYED}; its timer ends with this frame. */
  public static final int FLAG_RELEASED = 1;

  /** Flag of {@link #MESSAGES}: a dead letter; settles its origin. */
  public static final int FLAG_DEAD_LETTER = 2;

  private static final FrameKind[] BY_NUMBER = values();

  private final int number;
  private final boolean hasBatch;

  FrameKind(int number, boolean hasBatch) {
    this.number = number;
    this.hasBatch = hasBatch;
  }

  /** The number in the frame's header. */
  public int number() {
    return number;
  }

  /** Whether a published batch follows the extension. */
  public boolean hasBatch() {
    return hasBatch;
  }

  /**
   * Whether the flags have a meaning for this kind. The two flags of MESSAGES exclude each other.
   */
  public boolean permitsFlags(int flags) {
    return flags == 0
        || (this == MESSAGES && (flags == FLAG_RELEASED || flags == FLAG_DEAD_LETTER));
  }

  /** The kind of a number, or null if there is none; any number may be asked for. */
  public static @Nullable FrameKind ofNumber(int number) {
    return number < 1 || number > BY_NUMBER.length ? null : BY_NUMBER[number - 1];
  }
}
