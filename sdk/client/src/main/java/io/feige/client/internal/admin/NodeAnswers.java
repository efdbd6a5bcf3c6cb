package io.feige.client.internal.admin;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What nodes have answered.
 *
 * @param byNode the answers by the names of the nodes
 * @param missing nodes that did not answer, by name
 */
record NodeAnswers<A>(SortedMap<String, A> byNode, List<String> missing) {
  NodeAnswers {
    byNode = Collections.unmodifiableSortedMap(new TreeMap<>(byNode));
    missing = List.copyOf(missing);
  }
}
