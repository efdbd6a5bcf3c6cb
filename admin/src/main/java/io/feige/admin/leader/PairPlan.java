package io.feige.admin.leader;

import io.feige.admin.log.AdminLogId;
import io.feige.admin.store.Leadership;
import io.feige.admin.store.PairStore;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.PairState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which pairs the configuration wants. A pair that is not stored yet is created; of one that is,
 * the nodes stay as they are stored, because its journals are there, and only what its backup may
 * do follows the configuration.
 */
public record PairPlan(List<PairSpec> pairs, BackupServes backupServes) {
  private static final Logger LOG = LoggerFactory.getLogger(PairPlan.class);

  /** Takes a copy of the list. */
  public PairPlan {
    pairs = List.copyOf(pairs);
  }

  /** Makes it so, and returns what is stored then. */
  List<PairState> carryOut(PairStore store, Leadership leadership) {
    Map<String, PairState> stored = new HashMap<>();
    store.pairs().forEach(pair -> stored.put(pair.pair(), pair));
    for (PairSpec spec : pairs) {
      PairState pair = stored.get(spec.name());
      if (pair == null) {
        var _ =
            store.create(
                leadership,
                PairState.fresh(spec.name(), spec.master(), spec.backup(), backupServes));
      } else {
        compare(spec, pair);
      }
    }
    for (PairState pair : stored.values()) {
      if (pair.backupServes() != backupServes) {
        var _ = store.change(leadership, withPolicy(pair), null);
      }
    }
    return store.pairs();
  }

  private static void compare(PairSpec wanted, PairState stored) {
    if (!wanted.master().equals(stored.master()) || !wanted.backup().equals(stored.backup())) {
      LOG.warn(
          "{} pair {} is stored with master {} and backup {}, and stays so; the configuration says"
              + " {} and {}",
          AdminLogId.STORED_DIFFERS,
          stored.pair(),
          stored.master(),
          stored.backup(),
          wanted.master(),
          wanted.backup());
    }
  }

  private PairState withPolicy(PairState pair) {
    return new PairState(
        pair.pair(),
        pair.master(),
        pair.backup(),
        pair.active(),
        pair.epoch(),
        pair.inSync(),
        false,
        backupServes,
        pair.version());
  }
}
