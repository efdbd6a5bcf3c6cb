package io.feige.protocol.command;

import io.feige.protocol.model.NodeHealth;
import io.feige.protocol.model.NodeProcess;
import io.feige.protocol.model.NodeUsage;
import io.feige.protocol.model.ReplicaDisk;
import io.feige.protocol.model.ThreadUse;
import java.util.List;

/**
 * Answer to {@link GetVitals}.
 *
 * @param threads the node's own, the busiest first, at most {@link #MAX_THREADS}
 * @param replicas of every pair that the node is a member of, by name, at most {@link
 *     #MAX_REPLICAS}
 */
public record NodeVitals(
    String nodeId,
    NodeProcess process,
    NodeUsage usage,
    NodeHealth health,
    List<ThreadUse> threads,
    List<ReplicaDisk> replicas)
    implements Result {
  /** The most threads that are named. */
  public static final int MAX_THREADS = 64;

  /** The most replicas that are named: as many as a node can have. */
  public static final int MAX_REPLICAS = 1_024;

  /** Takes copies of the lists. */
  public NodeVitals {
    threads = List.copyOf(threads);
    replicas = List.copyOf(replicas);
  }

  @Override
  public CommandType type() {
    return CommandType.VITALS;
  }
}
