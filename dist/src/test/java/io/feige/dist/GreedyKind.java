package io.feige.dist;

/** What a greedy client takes as much of as it can. */
enum GreedyKind {
  /** Messages that come again, each after a time of its own. */
  NACKS,
  /** Messages that wait for their time. */
  DELAYED,
  /** Messages with as many headers as there may be, and lists of them. */
  HEADERS,
  /** Requests with as many verdicts as a frame has room for. */
  VERDICTS,
  /** Pulls that wait. */
  PULLS,
  /** Topics and groups. */
  NAMES,
  /** Requests of any kind, sensible or not, in a flood. */
  FRAMES
}
