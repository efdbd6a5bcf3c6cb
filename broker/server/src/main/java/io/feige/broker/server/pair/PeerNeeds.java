package io.feige.broker.server.pair;

/** What of the journal is not to be removed for the other member's sake. On the pair's loop. */
interface PeerNeeds {
  /** From where on it still has to be sent the journal. */
  long keepFrom();

  /** Up to where the pair has confirmed the journal: what is beyond may be cut again. */
  long confirmed();
}
