package io.feige.admin.store;

import io.feige.protocol.cluster.PairState;

/** What came of a change of a pair. */
public sealed interface StoreOutcome {
  /** It is stored as wanted. */
  record Changed(PairState state) implements StoreOutcome {}

  /** It is stored otherwise: somebody else was first, or nothing was changed. */
  record Otherwise(PairState state) implements StoreOutcome {}

  /** Another leadership has begun, so nothing was changed. */
  record Deposed() implements StoreOutcome {}
}
