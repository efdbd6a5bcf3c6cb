package io.feige.broker.sim.cluster.check;

import io.feige.broker.journal.Journal;

/** A replica as the checker sees it: from outside, at any instant of true time. */
public interface ReplicaView {
  /** For stories. */
  String name();

  /** Whether it serves clients, by the clock of its machine. */
  boolean mayServe();

  long epoch();

  long commit();

  /** Its journal; only while nobody is putting it right. */
  Journal journal();
}
