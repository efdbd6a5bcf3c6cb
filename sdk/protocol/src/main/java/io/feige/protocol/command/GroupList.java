package io.feige.protocol.command;

import io.feige.protocol.model.GroupDescription;
import java.util.List;

/** Answer to {@link ListGroups}. */
public record GroupList(List<GroupDescription> groups) implements Result {
  /** Takes a copy of the list. */
  public GroupList {
    groups = List.copyOf(groups);
  }

  @Override
  public CommandType type() {
    return CommandType.GROUP_LIST;
  }
}
