package io.feige.broker.server.net;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that answers of all connections may take, and who may have how much of it. A
 * connection may hold an eighth of what is free and no more: the more of them do not read, the less
 * each of them gets, and there is always something left for one that does. Any thread.
 */
final class AnswerMemory {
  /** A connection that holds nothing may have so much, if it is there at all. */
  static final int PIECE_BYTES = 64 << 10;

  private static final int SHARE = 8;

  /** Less free than this part of the limit is short. */
  private static final int SHORT_PART = 16;

  private final long limitBytes;
  private final AtomicLong used = new AtomicLong();

  /** At most so many bytes together. */
  AnswerMemory(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Whether a connection that holds so much may hold so much more. */
  boolean allows(long held, int more) {
    long free = limitBytes - used.get();
    boolean isFirstPiece = held == 0 && more <= PIECE_BYTES;
    return more <= free && (isFirstPiece || held + more <= free / SHARE);
  }

  /** Whether a connection holds more than its share, apart from the little that all may hold. */
  boolean isOver(long held, int little) {
    return held > Math.max(little, (limitBytes - used.get()) / SHARE);
  }

  /**
   * Whether so little is left that new requests for messages are refused, and that connections
   * which take nothing of what they are owed are ended.
   */
  boolean isShort() {
    return limitBytes - used.get() < limitBytes / SHORT_PART;
  }

  /** A connection holds so much more, or less. */
  void add(long change) {
    used.addAndGet(change);
  }

  /** Bytes that answers take now. */
  long used() {
    return used.get();
  }

  /** Bytes that they may take. */
  long limit() {
    return limitBytes;
  }
}
