package io.feige.protocol.command;

import io.feige.protocol.model.GroupDescription;
import java.util.List;

/**
 * Answer to {@link ListGroups}: one page.
 *
 * @param nextTopic with {@code nextGroup}: asking for what comes after them gives the next page;
 *     empty: this is the last one
 */
public record GroupList(List<GroupDescription> groups, String nextTopic, String nextGroup)
    implements Result {
  /** Takes a copy of the list. */
  public GroupList {
    groups = List.copyOf(groups);
  }

  /** The only page, or the last one. */
  public GroupList(List<GroupDescription> groups) {
    this(groups, "", "");
  }

  @Override
  public CommandType type() {
    return CommandType.GROUP_LIST;
  }
}
