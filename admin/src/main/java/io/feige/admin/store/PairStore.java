package io.feige.admin.store;

import io.feige.admin.address.NodeAddress;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.protocol.cluster.PairState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What outlives every Admin. Writes of a leadership happen only while no later one has begun, which
 * the store checks in the same transaction. All methods block and may be called by any thread; all
 * throw {@link StoreException} when the store cannot be reached.
 */
public interface PairStore {
  /** How many decisions, and how many reports, are kept of a pair. */
  int KEPT = 200;

  /** Begins a leadership; from now on nothing that an earlier one asks for is done. */
  Leadership lead();

  /**
   * The next leadership is to be later than this one, which somebody knows of although it is not
   * stored any more: the store was set back.
   */
  void leadBeyond(long leaderEpoch);

  /** All pairs, as they are stored now. A pair that cannot be read is left out, and logged. */
  List<PairState> pairs();

  /**
   * Stores a pair that there was not, or finds that there is one.
   *
   * @param fresh under version 0
   */
  StoreOutcome create(Leadership leadership, PairState fresh);

  /**
   * Changes a pair if it is still stored under {@code next.version()}. The outcome is what is
   * stored afterwards, also where the connection was lost half-way.
   *
   * @param decision kept as the pair's history, in the same transaction; null: nothing was decided
   */
  StoreOutcome change(Leadership leadership, PairState next, @Nullable Decision decision);

  /** How a pair is stored now; never {@link StoreOutcome.Changed}. */
  StoreOutcome look(Leadership leadership, String pair);

  /** Keeps a report, in the place of what was reported of the same epoch before. */
  void keep(Leadership leadership, FailoverReport report);

  /**
   * Keeps where a node is.
   *
   * @return the same under the version that it now has
   */
  NodeAddress keep(Leadership leadership, NodeAddress node);

  /** The newest decisions about a pair, the newest first. */
  List<Decision> decisions(String pair, int most);

  /** The newest reports of a pair, the newest first. */
  List<FailoverReport> reports(String pair, int most);
}
