package io.feige.broker.server.net;

import io.netty.buffer.ByteBuf;

/**
 * A whole frame that is made while it is sent, a piece at a time, so that it takes no memory for
 * what the peer does not take yet. Used by one connection.
 */
public interface LongAnswer {
  /** Told once, on any thread, whether the piece is there. */
  @FunctionalInterface
  interface Filled {
    /** False: what is missing cannot be had any more, and the frame stays incomplete. */
    void filled(boolean isWell);
  }

  /** Length of the frame, header included. */
  long bytes();

  /** What it takes in memory while it waits, about. */
  int heldBytes();

  /**
   * Writes the next piece, at least one byte, about {@code most} at most. Any thread; not again
   * before the one before is filled.
   */
  void fill(ByteBuf piece, int most, Filled then);
}
