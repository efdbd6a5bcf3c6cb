package io.feige.client.internal.admin;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What nodes have answered.
 *
 * @param byNode the answers by the names of the nodes
 * @param exchanges when each of those was asked and has answered
 * @param missing nodes that did not answer, by name
 */
record NodeAnswers<A>(
    SortedMap<String, A> byNode, Map<String, Exchange> exchanges, List<String> missing) {
  NodeAnswers {
    byNode = Collections.unmodifiableSortedMap(new TreeMap<>(byNode));
    exchanges = Map.copyOf(exchanges);
    missing = List.copyOf(missing);
  }

  /** When a node that has answered was asked. */
  Exchange exchange(String node) {
    return Objects.requireNonNull(exchanges.get(node), node);
  }
}
