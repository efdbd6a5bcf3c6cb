package io.feige.broker.server.pair;

import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import java.util.List;

/** What a node without an Admin says of its one pair. */
public final class PairStates {
  private PairStates() {}

  /** The pair has no backup, this node is all that is in sync, and nobody is to be waited for. */
  public static PairState alone(String pair, Member self, long epoch) {
    return new PairState(
        pair, self.node(), "", self.node(), epoch, List.of(self), true, BackupServes.ALL, 1);
  }
}
