package io.feige.broker.server.pair;

import io.feige.broker.server.net.PairSetup;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import java.util.List;

/** What a node without an Admin says of its one pair. */
final class PairStates {
  private PairStates() {}

  /** The pair has no backup, this node is all that is in sync, and nobody is to be waited for. */
  static PairState alone(PairSetup setup, long epoch) {
    Member self = new Member(setup.nodeId(), setup.bootId());
    return new PairState(
        setup.pair(),
        setup.nodeId(),
        "",
        setup.nodeId(),
        epoch,
        List.of(self),
        true,
        BackupServes.ALL,
        1);
  }
}
