package io.feige.protocol.command;

/**
 * A command with bytes that are counted by reference. A decoded command owns one reference to each
 * of its buffers, apart from the frame it was decoded from; whoever holds the command last calls
 * {@link #releaseBuffers} once. Encoding copies bytes and takes no reference.
 */
public interface HoldsBuffers {
  /** Takes one more reference to each buffer. */
  void retainBuffers();

  /** Gives one reference to each buffer back; at the last one its memory is used again. */
  void releaseBuffers();
}
