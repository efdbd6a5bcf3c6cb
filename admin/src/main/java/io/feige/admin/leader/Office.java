package io.feige.admin.leader;

import io.feige.admin.store.Leadership;
import io.feige.protocol.cluster.PairState;
import java.util.List;

/** What the elected Admin does. Called on the election's thread; must not block. */
public interface Office {
  /**
   * This Admin leads.
   *
   * @param pairs as they are stored, read after the election was won
   */
  void elected(Leadership leadership, List<PairState> pairs);

  /** It leads no longer. */
  void deposed();
}
