package io.feige.client;

/** How the messages of a batch are compressed, by the publisher, as a whole. */
public enum Compression {
  /** Not at all. The default, and the fastest on a fast network. */
  NONE,
  /** LZ4: cheap, moderate gain. */
  LZ4,
  /** Zstandard at level 1: more work, more gain. */
  ZSTD
}
