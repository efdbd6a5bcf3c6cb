package io.feige.protocol.command;

import io.feige.protocol.cluster.Death;
import io.feige.protocol.model.Range;

/**
 * Who watches a node's process says that it has ended.
 *
 * @param node whose process it was
 * @param proof see {@link Death}
 */
public record ProveDeath(String node, String proof) implements Request {
  /**
   * Refuses what is no proof.
   *
   * @throws IllegalArgumentException naming the field
   */
  public ProveDeath {
    Range.requireName("node", node);
    Range.requireLength("proof", proof, Death.LENGTH, Death.LENGTH);
    Death.require("proof", proof);
  }

  @Override
  public CommandType type() {
    return CommandType.DEATH;
  }

  /** The proof is as good as the death only once the process is dead: it stays out of logs. */
  @Override
  public String toString() {
    return "ProveDeath[node=" + node + "]";
  }
}
