package io.feige.broker.server.net;

import io.feige.broker.core.replica.ReplicaSettings;
import io.feige.broker.server.access.Quotas;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.Supervisor;
import java.nio.file.Path;

/**
 * What a replica needs in order to open.
 *
 * @param pair whose replica it is
 * @param bootId tells one start of the machine from another
 * @param deathMark of this process, see {@link io.feige.protocol.cluster.Death}
 * @param journalDir exists
 * @param salvageDir where what has to be cut is kept; need not exist
 * @param replica how long promises last, and the like
 * @param diskFailed to be told when the journal has failed: what was written may be gone although
 *     the machine has not been started anew
 * @param place where it lives
 * @param supervisor starts its other threads
 * @param quotas how much topics may store
 */
public record PairSetup(
    NodeConfig config,
    String pair,
    String nodeId,
    String bootId,
    String deathMark,
    Path journalDir,
    Path salvageDir,
    ReplicaSettings replica,
    Runnable diskFailed,
    PairPlace place,
    Supervisor supervisor,
    NodeMetrics metrics,
    Quotas quotas) {
  /** The one pair of a node that nobody has told otherwise. */
  public static final String STANDALONE_PAIR = "pair-1";
}
