package io.feige.broker.server.net;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.ops.NodeMetrics;
import java.nio.file.Path;

/**
 * What a replica needs in order to open.
 *
 * @param bootId tells one start of the machine from another
 * @param journalDir exists
 * @param loops the pair runs on {@link NetLoops#pairLoop}
 */
public record PairSetup(
    NodeConfig config,
    String nodeId,
    String bootId,
    Path journalDir,
    NetLoops loops,
    NodeMetrics metrics) {
  /** The one pair of a node that nobody has told otherwise. */
  public static final String STANDALONE_PAIR = "pair-1";
}
