package io.feige.protocol.command;

import io.feige.protocol.model.NodePlace;
import java.util.List;

/**
 * Answer to {@link ListNodes}.
 *
 * @param nodes of an Admin: all that it has ever heard of, by name; of a node: itself alone
 */
public record NodeList(List<NodePlace> nodes) implements Result {
  /** Takes a copy of the list. */
  public NodeList {
    nodes = List.copyOf(nodes);
  }

  @Override
  public CommandType type() {
    return CommandType.NODES;
  }
}
