package io.feige.protocol.command;

/**
 * Asks where the groups of a topic stand with a message.
 *
 * @param afterGroup only groups whose names come after this one; empty: from the first
 */
public record TraceMessage(String topic, long offset, String afterGroup) implements Request {
  /**
   * Refuses what is no offset.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public TraceMessage {
    if (offset < 0) {
      throw new IllegalArgumentException("offset must not be negative: " + offset);
    }
  }

  @Override
  public CommandType type() {
    return CommandType.TRACE;
  }
}
