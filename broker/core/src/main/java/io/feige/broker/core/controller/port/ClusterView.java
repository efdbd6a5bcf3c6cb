package io.feige.broker.core.controller.port;

import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.StoreLag;
import java.util.List;

/**
 * How everything is, as the leading Admin sees it.
 *
 * @param nodes by name
 * @param pairs by name
 */
public record ClusterView(List<NodeView> nodes, List<PairView> pairs) {
  /** Of an Admin that does not lead. */
  public static final ClusterView NOTHING = new ClusterView(List.of(), List.of());

  public ClusterView {
    nodes = List.copyOf(nodes);
    pairs = List.copyOf(pairs);
  }

  /**
   * A node.
   *
   * @param host where clients reach it; empty: not known
   * @param isAlive it is connected, and its silence is not too long for one that lives
   * @param silentMillis since it was last heard; -1: never by this Admin
   */
  public record NodeView(
      String id, String host, int port, boolean isAlive, String bootId, long silentMillis) {}

  /**
   * A pair.
   *
   * @param isServing whether its active says that it serves
   * @param confirmed position up to which its journal is confirmed; of a pair that nobody is known
   *     to have served the end of the longer journal; -1: not known
   * @param lagBytes what the standby lacks; -1: there is none
   * @param storeLag what the message store lacks, if the active writes rows
   * @param failoverBoundMillis the longest time from the death of the active to service by the
   *     other, as things are now
   * @param withAdminBoundMillis the same if the leading Admin dies with it; -1: there is no other
   * @param trouble what keeps the pair from being served, or from taking publishes, and what it
   *     waits for; empty: nothing
   */
  public record PairView(
      PairState state,
      boolean isServing,
      long confirmed,
      long lagBytes,
      StoreLag storeLag,
      long failoverBoundMillis,
      long withAdminBoundMillis,
      String trouble) {}
}
