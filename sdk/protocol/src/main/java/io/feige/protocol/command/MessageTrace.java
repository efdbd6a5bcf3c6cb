package io.feige.protocol.command;

import io.feige.protocol.model.MessageInGroup;
import java.util.List;

/**
 * Answer to {@link TraceMessage}: one page, by name of the group.
 *
 * @param nextGroup what to ask on after; empty: this is the last page
 */
public record MessageTrace(List<MessageInGroup> groups, String nextGroup) implements Result {
  /** Takes a copy of the list. */
  public MessageTrace {
    groups = List.copyOf(groups);
  }

  @Override
  public CommandType type() {
    return CommandType.TRACE;
  }
}
