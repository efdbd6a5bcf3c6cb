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
  DELAYED(7, true),
  /** What is needed of the journal below a position stands above it as well. */
  START(8, false),
  /** A message of a batch that waits is not to come. */
  CANCEL(9, false),
  /** Messages of mailboxes are acked, or a mailbox ends. */
  MAILBOX(10, false);

  /** Flag of {@link #MESSAGES}: the batch was {@link #DELAYED}; its timer ends with this frame. */
  public static final int FLAG_RELEASED = 1;

  /** Flag of {@link #MESSAGES}: a dead letter; settles its origin. */
  public static final int FLAG_DEAD_LETTER = 2;

  /**
   * Flag of {@link #MESSAGES} and {@link #DELAYED}: a copy of an older frame, which may go. Nothing
   * begins with it that has not begun already.
   */
  public static final int FLAG_CARRIED = 4;

  /**
   * Flag of {@link #MESSAGES}: they go to mailboxes. Whose these are stands in the extension behind
   * what the other flags put there: for each message the length of the owner's identity, u8, and
   * its UTF-8; 0 where it goes to none.
   */
  public static final int FLAG_ADDRESSED = 8;

  /**
   * Flag of {@link #MESSAGES}: dead letters that their group gets again; settles the letters, and
   * these messages for the other groups of the topic.
   */
  public static final int FLAG_REPLAYED = 16;

  private static final int FLAGS_OF_LETTERS = FLAG_DEAD_LETTER | FLAG_REPLAYED;
  private static final int FLAGS_OF_CAUSE = FLAG_RELEASED | FLAGS_OF_LETTERS;

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
   * Whether the flags have a meaning for this kind. RELEASED, DEAD_LETTER and REPLAYED exclude each
   * other; dead letters go to no mailbox, nor do those that are replayed.
   */
  public boolean permitsFlags(int flags) {
    int besides = hasBatch ? flags & ~FLAG_CARRIED : flags;
    if (this == MESSAGES && (besides & FLAGS_OF_LETTERS) == 0) {
      besides &= ~FLAG_ADDRESSED;
    }
    boolean isCause = this == MESSAGES && (besides & ~FLAGS_OF_CAUSE) == 0;
    return besides == 0 || (isCause && Integer.bitCount(besides) == 1);
  }

  /** The kind of a number, or null if there is none; any number may be asked for. */
  public static @Nullable FrameKind ofNumber(int number) {
    return number < 1 || number > BY_NUMBER.length ? null : BY_NUMBER[number - 1];
  }
}
