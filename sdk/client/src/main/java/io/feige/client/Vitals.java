package io.feige.client;

import java.util.List;

/**
 * What the nodes of a cluster are like right now.
 *
 * @param nodes those that have answered, by name
 * @param missing nodes that did not answer, by name; one of an older version does not
 */
public record Vitals(List<NodeVitals> nodes, List<String> missing) {
  /** Takes copies of the lists. */
  public Vitals {
    nodes = List.copyOf(nodes);
    missing = List.copyOf(missing);
  }
}
