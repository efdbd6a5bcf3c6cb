package io.feige.broker.server.pair;

/** What of the journal is not to be removed for others' sake. On the pair's loop. */
interface PeerNeeds {
  /** From where on the other member still has to be sent the journal, or it has no rows yet. */
  long keepFrom();

  /** What a full disk has to do with that, in words to be appended; may be nothing. */
  String keeps();

  /** Up to where the pair has confirmed the journal: what is beyond may be cut again. */
  long confirmed();
}
