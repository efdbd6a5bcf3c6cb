package io.feige.protocol.command;

import io.feige.protocol.model.ReadFrom;

/**
 * Moves a group; begins a new generation of its cursor.
 *
 * @param partition whose messages an offset counts; 0: of whatever partition the topic has
 */
public record ResetGroup(String topic, String group, int partition, ReadFrom to)
    implements Request {
  /** Of whatever partition the topic has. */
  public ResetGroup(String topic, String group, ReadFrom to) {
    this(topic, group, 0, to);
  }

  @Override
  public CommandType type() {
    return CommandType.GROUP_RESET;
  }
}
