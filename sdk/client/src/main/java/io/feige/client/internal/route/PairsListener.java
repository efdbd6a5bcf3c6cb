package io.feige.client.internal.route;

import io.feige.client.FeigeException;
import java.util.List;

/** Who wants to know which pairs there are. Called on the loop. */
public interface PairsListener {
  /**
   * There are pairs that were not known before.
   *
   * @param links the links to all pairs, by name of the pair; never empty
   */
  void changed(List<PairLink> links);

  /** The servers refuse this client for good, and no pair is known. Attempts go on. */
  void refused(FeigeException failure);
}
