package io.feige.protocol.command;

import io.feige.protocol.model.DelayedEntry;
import io.feige.protocol.model.DelayedPlace;
import java.util.List;

/**
 * Answer to {@link ListDelayed}: one page, which can be empty and not the last.
 *
 * @param next where the next page begins; {@link DelayedPlace#START}: this is the last one
 */
public record DelayedList(List<DelayedEntry> messages, DelayedPlace next) implements Result {
  /** Takes a copy of the list. */
  public DelayedList {
    messages = List.copyOf(messages);
  }

  @Override
  public CommandType type() {
    return CommandType.DELAYED_LIST;
  }
}
